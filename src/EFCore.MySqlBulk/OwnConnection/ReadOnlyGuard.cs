using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The guard of a transaction after whose commit nothing can be restored: one that is not the call's own, or one whose commit an interceptor sees, which may write right after it. Before each
/// statement another one makes the session's next transaction read-only. Inside the transaction this changes nothing; after a rollback the statement
/// begins the next transaction, and is refused with error 1792.</summary>
/// <remarks>Once per flight is not enough, as MySQL 9.7 and MariaDB 10.11 show: the first statement after the rollback still has the old
/// transaction's characteristics, and is committed.</remarks>
internal sealed class ReadOnlyGuard : TransactionGuard
{
    private const string Protect = "SET SESSION TRANSACTION READ ONLY";
    private const string Release = "SET SESSION TRANSACTION READ WRITE";
    private readonly string _question;
    private readonly QueryRows _stored = new();
    private readonly Answer _asked = new();
    private readonly Answer _between = new();
    private readonly Answer _released = new();
    private PreparedStatement? _statement;
    private bool _isSet;

    // MariaDB has MySQL's variable name from 11.1 on, besides its own.
    public ReadOnlyGuard(ServerFlavor flavor)
        => _question = flavor == ServerFlavor.MariaDb ? "SELECT @@SESSION.tx_read_only" : "SELECT @@SESSION.transaction_read_only";

    public override PreparedStatement? Statement => _statement;

    private bool WasReadOnly => _stored.Rows is [[{ } value]] && value.Span is [(byte)'1'];

    // Nothing else is sent before it is known that a transaction is open, and which access mode the session's next one has.
    public override Action? Begin(Flight flight)
    {
        (_isSet, _asked.Ok, _released.Ok) = (true, null, null);
        flight.Query(_question, _stored, _asked);
        _statement ??= flight.Prepare(Protect, [], _between);
        return () =>
        {
            if (flight.Error is { } error)
                throw error;
            Check(_asked.Ok);
            flight.Interleave(_statement, _between);
        };
    }

    public override void End(Flight flight)
    {
        if (!WasReadOnly)
            flight.Query(Release, null, _released);
    }

    public override async ValueTask EndAsync(PipelineSession session)
    {
        if (_isSet && !WasReadOnly && _released.Ok is null)
            await session.QueryAsync(Release).ConfigureAwait(false);
        _isSet = false;
    }
}
