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

    /// <summary>One connection falls silent in both directions, and its end is not told.</summary>
    Cut,

    /// <summary>All connections fall silent, those that are opened later too.</summary>
    Silence,
    Truncate,
    Corrupt,
    DelayedCommit,

    /// <summary>COMMIT arrives, and its answer does not.</summary>
    LostCommit,

    /// <summary>Somebody ends the session.</summary>
    Kill,

    /// <summary>Somebody ends the statement.</summary>
    KillQuery,

    /// <summary>The caller's token is cancelled.</summary>
    Cancel,
}
