namespace EFCore.MySqlBulk.Session;

/// <summary>What the driver is waited for.</summary>
internal enum DriverWait
{
    Open,
    Begin,
    Statement,

    /// <summary>COMMIT and ROLLBACK.</summary>
    Commit,

    /// <summary>Disposing and closing: done as well as it can be, also when the connection was given up.</summary>
    Cleanup,
}
