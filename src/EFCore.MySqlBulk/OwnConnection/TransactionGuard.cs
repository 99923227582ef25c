using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Keeps statements in flight from being committed by themselves. After a deadlock the server has rolled the transaction back, and what is already on its way would run outside of any. So the
/// session's next transaction is made read-only for the time of a flight, which leaves the open one as it is: statements behind a rollback are refused with error 1792.</summary>
internal sealed class TransactionGuard : OutcomeReceiver
{
    private const string Protect = "SET SESSION TRANSACTION READ ONLY";
    private const string Release = "SET SESSION TRANSACTION READ WRITE";
    private readonly string _question;
    private readonly QueryRows _stored = new();
    private readonly Ending _released = new();
    private ServerException? _error;
    private bool _isInTransaction;
    private bool _wasReadOnly;

    public TransactionGuard(ServerFlavor flavor)
        // MariaDB uses MySQL's name from 11.1 on, and knows its own until today.
        => _question = flavor == ServerFlavor.MariaDb ? "SELECT @@SESSION.tx_read_only" : "SELECT @@SESSION.transaction_read_only";

    /// <summary>The session is as it was.</summary>
    public bool IsReleased => !IsSet || _wasReadOnly || _released.HasSucceeded;

    /// <summary>The session's next transaction is read-only.</summary>
    public bool IsSet { get; private set; }

    /// <summary>Puts it in front of a flight.</summary>
    public async ValueTask BeginAsync(Flight flight)
    {
        flight.Query(_question, _stored, this);
        flight.Query(Protect, null, this);
        IsSet = true;
        await flight.SendFirstAsync(Check).ConfigureAwait(false);
    }

    /// <summary>Puts its end behind a flight.</summary>
    public void End(Flight flight)
    {
        if (!_wasReadOnly)
            flight.Query(Release, null, _released);
    }

    /// <summary>Ends it by itself, if what went behind the flight was not run.</summary>
    public async ValueTask EndAsync(PipelineSession session)
    {
        if (IsReleased)
            return;
        await session.QueryAsync(Release).ConfigureAwait(false);
        _released.HasSucceeded = true;
    }

    public override void Succeeded(int statement, in OkPacket ok) => _isInTransaction = (ok.Status & ServerStatus.InTransaction) != 0;

    public override void Failed(int statement, ServerException error) => _error ??= error;

    private void Check()
    {
        _wasReadOnly = _stored.Rows is [[{ } value]] && value.Span is [(byte)'1'];
        if (_error is not null)
            throw _error;
        if (!_isInTransaction)
            throw new InvalidOperationException("The transaction has ended: nothing was sent, since it would have been committed by itself.");
    }

    private sealed class Ending : OutcomeReceiver
    {
        public bool HasSucceeded { get; set; }

        public override void Succeeded(int statement, in OkPacket ok) => HasSucceeded = true;

        public override void Failed(int statement, ServerException error)
        {
        }
    }
}
