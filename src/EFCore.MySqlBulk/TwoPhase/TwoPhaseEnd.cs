namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>What became of a call whose commit in two phases failed.</summary>
internal enum TwoPhaseEnd
{
    /// <summary>It can never be committed.</summary>
    RolledBack,

    /// <summary>The same, but rows in tables whose storage engine does not support transactions remain.</summary>
    RolledBackInPart,

    /// <summary>It is decided that all of it is stored.</summary>
    Committed,

    /// <summary>The server could not be asked what was decided.</summary>
    NotKnown,
}
