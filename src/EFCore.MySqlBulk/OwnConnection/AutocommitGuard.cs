using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The guard of a transaction of the call's own: without autocommit, statements after a rollback begin another transaction, which is rolled back at the end of the call.</summary>
internal sealed class AutocommitGuard : TransactionGuard
{
    private readonly Answer _off = new();
    private bool _isSet;

    public override bool Begins => !_isSet;

    // Switching autocommit on commits an open transaction, which exists here only after an unnoticed failure.
    public override IReadOnlyList<string> Restoring => _isSet ? ["ROLLBACK", "SET autocommit=1"] : [];

    public override Action? Begin(Flight flight)
    {
        if (_isSet)
            return null;
        _isSet = true;
        flight.Query("SET autocommit=0", null, _off);
        return () => Check(_off.Ok);
    }
}
