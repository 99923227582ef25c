namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>What goes wrong in a case.</summary>
public enum FaultKind
{
    None,
    Reset,
    ResetMidway,
    Close,
    CloseHalf,

    /// <summary>One direction of one connection falls silent.</summary>
    Stall,

    /// <summary>One connection falls silent in both directions, and nobody learns of its end.</summary>
    Cut,

    /// <summary>All connections fall silent, including those that are opened later.</summary>
    Silence,
    Truncate,
    Corrupt,
    DelayedCommit,

    /// <summary>COMMIT arrives, but its answer does not.</summary>
    LostCommit,

    /// <summary>Somebody kills the session.</summary>
    Kill,

    /// <summary>Somebody kills the statement.</summary>
    KillQuery,

    /// <summary>The caller's token is cancelled.</summary>
    Cancel,

    /// <summary>The server answers a statement with a deadlock, once.</summary>
    Deadlock,
}
