namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The server does not reach the majority of its group: it takes rows, and a <c>COMMIT</c> waits until it does.</summary>
internal sealed class CutOffException()
    : InvalidOperationException("The server does not reach the majority of its group, so no rows were sent: it could not have committed them");
