namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A further connection reached another server than the context's: one name may stand for several.</summary>
internal sealed class OtherServerException() : ConnectionUnavailableException("a further connection reached a different server, database or user than the context's");
