namespace EFCore.MySqlBulk;

/// <summary>What <c>BulkUpdate</c> and <c>BulkDelete</c> do about rows that do not exist.</summary>
public enum NotFoundRows
{
    /// <summary>The call fails with <see cref="BulkConcurrencyException" />, and nothing is stored.</summary>
    Fail,

    /// <summary>They are skipped, and not counted.</summary>
    Ignore,
}
