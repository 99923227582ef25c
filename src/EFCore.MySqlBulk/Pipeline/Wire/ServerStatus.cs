namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The state of the session after a statement.</summary>
[Flags]
internal enum ServerStatus
{
    None = 0,
    InTransaction = 0x0001,
    AutoCommit = 0x0002,
    MoreResults = 0x0008,
    NoBackslashEscapes = 0x0200,

    /// <summary>The packet contains session state changes.</summary>
    SessionChanged = 0x4000,
}
