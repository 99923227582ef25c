namespace EFCore.MySqlBulk.Session.IO;

/// <summary>What a call waits for in the driver.</summary>
internal enum DriverWait
{
    Open,
    Begin,
    Statement,

    /// <summary>COMMIT and ROLLBACK.</summary>
    Commit,

    /// <summary>Disposing and closing: done as well as possible, even if the connection was abandoned.</summary>
    Cleanup,
}
