namespace EFCore.MySqlBulk;

/// <summary>What a call does about something that it would leave out.</summary>
public enum BulkReaction
{
    /// <summary>Logs a warning and goes on.</summary>
    Warn,

    /// <summary>Fails before the row is sent, and rolls back what was sent before it.</summary>
    Refuse,

    /// <summary>Says nothing and goes on.</summary>
    Ignore,
}
