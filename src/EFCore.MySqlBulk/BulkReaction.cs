namespace EFCore.MySqlBulk;

/// <summary>What a call does if it would leave something out.</summary>
public enum BulkReaction
{
    /// <summary>Logs a warning and goes on.</summary>
    Warn,

    /// <summary>Fails before the row is sent, and rolls back what was sent before it.</summary>
    Refuse,

    /// <summary>Goes on without a warning.</summary>
    Ignore,
}
