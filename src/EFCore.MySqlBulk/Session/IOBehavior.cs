namespace EFCore.MySqlBulk.Session;

/// <summary>Whether a call waits by blocking or by awaiting. Only <see cref="DbIO" /> branches on it.</summary>
internal enum IOBehavior
{
    Synchronous,
    Asynchronous,
}
