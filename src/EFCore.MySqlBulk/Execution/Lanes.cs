using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The lanes of a call, made as rows need them. Rows of one lane keep their order; rows of different lanes may change theirs.</summary>
internal sealed class Lanes(BulkRequest request, ContextSession session, QuotedNames names, ServerFacts server, SessionFacts facts,
    ConnectionFacts connection, int? rows)
{
    private readonly Dictionary<RowForm, Lane> _lanes = [];
    private readonly RowTypes? _types = request.Statement is null ? new(request.Context, request.EntityType) : null;
    private SeenInstances? _seen;
    private Lane? _last;
    private RowForm _lastForm;

    public IReadOnlyCollection<Lane> All => request.Statement is null ? _lanes.Values : First is null ? [] : [First];

    /// <summary>The operation's own connection, which all lanes use; set before the first lane is made.</summary>
    public IOwnConnection? Own { get; set; }

    /// <summary>Nothing is sent, so no connection of the operation's own is needed.</summary>
    public bool FillsOnly { get; init; }

    /// <summary>The lane that the call is explained and reported by.</summary>
    public Lane? First { get; private set; }

    /// <summary>The table map of the entity type that the call named.</summary>
    public TableMap Root => _types!.Root;

    /// <summary>The table map of a row's entity type.</summary>
    public TableMap TableOf(object item) => _types!.Of(item);

    /// <summary>How a row would be sent.</summary>
    public BulkPlan PlanOf(in BulkRow row)
        => request.Statement is { } statement
            ? BulkPlanner.Execute(statement, request.Options, server, facts, rows, connection)
            : Plan(FormOf(row), request.Options);

    /// <summary>The lane of a row.</summary>
    public Lane Of(in BulkRow row)
    {
        if (request.Statement is not null)
            return First ??= Start(default, PlanOf(row));
        RowForm form = FormOf(row);
        if (_last is not null && form == _lastForm)
            return _last;
        if (!_lanes.TryGetValue(form, out Lane? lane))
            lane = _lanes[form] = Start(form, PlanOnOneConnection(form));
        (_last, _lastForm) = (lane, form);
        First ??= lane;
        return lane;
    }

    public ServerFacts Server => server;

    public SessionFacts Facts => facts;

    /// <summary>Sends a lane's rows one by one from now on, because their keys cannot be computed.</summary>
    /// <exception cref="NotSupportedException">The forced strategy cannot.</exception>
    public void GoRowByRow(Lane lane, KeyDoubt doubt)
    {
        BulkPlan plan = BulkPlanner.Insert(lane.Form, request.Options with { ReturnKeys = true }, server, facts, rows, doubt, connection);
        lane.Replace(plan, BulkStrategies.Create(plan, new(session, Own), names));
    }

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        foreach (Lane lane in All)
            await lane.DisposeAsync(io).ConfigureAwait(false);
    }

    // A delete needs key and tokens only. The whole hierarchy shares them, but for tokens of derived types; the row may be a bare key.
    private TableMap TableToDelete(object item)
        => request.BareKeyType is null && request.Options.CheckConcurrency && TableOf(item) is var own && own.Tokens.Count != Root.Tokens.Count ? own : Root;

    private RowForm FormOf(in BulkRow row) => request.Operation switch
    {
        BulkOperation.Insert => FormToInsert(row),
        BulkOperation.Update => TableOf(row.Item).FormToUpdate(row),
        BulkOperation.Delete => new(TableToDelete(row.Item)),
        _ => throw new UnreachableException($"{request.Operation} has no rows of a table."),
    };

    // A tracked entity gets its key in any case: without, it could not be tracked any longer.
    private RowForm FormToInsert(in BulkRow row)
    {
        RowForm form = TableOf(row.Item).FormToInsert(row);
        return form with { ReturnsKeys = form.GeneratesKeys && (row.IsTracked || (request.Options.ReturnKeys && form.Table.KeyWriter is not null)) };
    }

    // Rows of one call share a connection: where others need one of the operation's own, so do these.
    private BulkPlan PlanOnOneConnection(RowForm form)
    {
        BulkPlan plan = Plan(form, request.Options);
        return Own is null || plan.Choice.OwnConnection
            ? plan
            : Plan(form, request.Options with { Strategy = BulkStrategy.PipelinedArrayBatch });
    }

    private BulkPlan Plan(RowForm form, ResolvedOptions options)
        => request.Operation switch
        {
            BulkOperation.Insert => BulkPlanner.Insert(
                form, options with { ReturnKeys = form.ReturnsKeys }, server, facts, rows, KeyProof.Of(form.Table, server, facts).Doubt, connection),
            BulkOperation.Update => BulkPlanner.Update(form, options, server, facts, rows, connection),
            BulkOperation.Delete => BulkPlanner.Delete(form.Table, options, server, facts, rows, request.BareKeyType, connection),
            _ => throw new UnreachableException($"{request.Operation} has no rows of a table."),
        };

    private Lane Start(RowForm form, BulkPlan plan)
        => FillsOnly ? new(form, plan, BulkStrategies.CreateToFill(plan, session, names), null, false)
        : plan.Choice.OwnConnection == Own is not null ? new(form, plan, BulkStrategies.Create(plan, new(session, Own), names), Seen(), forgets: !request.Rows.CanRepeat)
        : throw new UnreachableException($"The rows of one call would go over two connections: {plan.Choice.Reason}.");

    // The rows of a collection are all remembered, those of a stream while they wait.
    private SeenInstances? Seen()
        => request.Operation != BulkOperation.Insert ? null
        : request.Rows.Count is { } all ? _seen ??= new(all)
        : new(0);
}
