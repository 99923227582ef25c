namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The kind of a wait for the driver.</summary>
internal enum DriverWait
{
    Open,
    Begin,
    Statement,

    /// <summary>COMMIT and ROLLBACK.</summary>
    Commit,

    /// <summary>Disposing and closing, attempted even if the connection was abandoned.</summary>
    Cleanup,
}
