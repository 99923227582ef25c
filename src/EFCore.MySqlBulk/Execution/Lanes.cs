using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The lanes of a call, made as rows need them. Rows of one lane keep their order; rows of different lanes may change theirs.</summary>
internal sealed class Lanes(BulkRequest request, ContextSession session, QuotedNames names, CallFacts call)
{
    private readonly Dictionary<RowForm, Lane> _lanes = [];
    private readonly RowTypes? _types = request.Statement is null ? new(request.Context, request.EntityType) : null;
    private SeenInstances? _seen;
    private Lane? _last;
    private RowForm _lastForm;

    public IReadOnlyCollection<Lane> All => request.Statement is null ? _lanes.Values : First is null ? [] : [First];

    /// <summary>What all plans have in common.</summary>
    public CallFacts Call { get; private set; } = call;

    /// <summary>The operation's own connection, which all lanes use; <see langword="null" /> for the context's.</summary>
    public IOwnConnection? Own { get; private set; }

    /// <summary>Nothing is sent, so no connection of the operation's own is needed.</summary>
    public bool FillsOnly { get; init; }

    /// <summary>The lane that the call is explained and reported by.</summary>
    public Lane? First { get; private set; }

    /// <summary>The table map of the entity type that the call named.</summary>
    public TableMap Root => _types!.Root;

    /// <summary>The table map of a row's entity type.</summary>
    public TableMap TableOf(object item) => _types!.Of(item);

    /// <summary>The facts by which connection and strategy of a row are chosen.</summary>
    public SelectionFacts FactsOf(in BulkRow row)
    {
        if (request.Statement is { } statement)
            return BulkPlanner.FactsToExecute(statement, Call);
        RowForm form = FormOf(row);
        return request.Operation switch
        {
            BulkOperation.Insert => BulkPlanner.FactsToInsert(form, CallOf(form), DoubtOf(form)),
            BulkOperation.Update => BulkPlanner.FactsToUpdate(form, Call),
            BulkOperation.Delete => BulkPlanner.FactsToDelete(form.Table, Call, request.BareKeyType),
            _ => throw new UnreachableException($"{request.Operation} has no rows of a table."),
        };
    }

    /// <summary>Sets the connection that all rows go over, before the first lane is made.</summary>
    public void Use(ConnectionChoice choice, IOwnConnection? own)
    {
        Call = Call with { Chosen = choice };
        Own = own;
    }

    /// <summary>The lane of a row.</summary>
    public Lane Of(in BulkRow row)
    {
        if (request.Statement is not null)
            return First ??= Start(default, BulkPlanner.Execute(request.Statement, Call));
        RowForm form = FormOf(row);
        if (_last is not null && form == _lastForm)
            return _last;
        if (!_lanes.TryGetValue(form, out Lane? lane))
            lane = _lanes[form] = Start(form, Plan(form));
        (_last, _lastForm) = (lane, form);
        First ??= lane;
        return lane;
    }

    /// <summary>Sends a lane's rows one by one from now on, because their keys cannot be computed.</summary>
    /// <exception cref="NotSupportedException">The forced strategy cannot.</exception>
    public void GoRowByRow(Lane lane, KeyDoubt doubt)
    {
        BulkPlan plan = BulkPlanner.Insert(lane.Form, Call with { Options = request.Options with { ReturnKeys = true } }, doubt);
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

    private BulkPlan Plan(RowForm form) => request.Operation switch
    {
        BulkOperation.Insert => BulkPlanner.Insert(form, CallOf(form), DoubtOf(form)),
        BulkOperation.Update => BulkPlanner.Update(form, Call),
        BulkOperation.Delete => BulkPlanner.Delete(form.Table, Call, request.BareKeyType),
        _ => throw new UnreachableException($"{request.Operation} has no rows of a table."),
    };

    private CallFacts CallOf(RowForm form) => Call with { Options = request.Options with { ReturnKeys = form.ReturnsKeys } };

    private KeyDoubt DoubtOf(RowForm form) => KeyProof.Of(form.Table, Call.Server, Call.Session).Doubt;

    private Lane Start(RowForm form, BulkPlan plan)
        => FillsOnly ? new(form, plan, BulkStrategies.CreateToFill(plan, session, names), null, false)
        : new(form, plan, BulkStrategies.Create(plan, new(session, Own), names), Seen(), forgets: !request.Rows.CanRepeat);

    // The rows of a collection are all remembered, those of a stream while they wait.
    private SeenInstances? Seen()
        => request.Operation != BulkOperation.Insert ? null
        : request.Rows.Count is { } all ? _seen ??= new(all)
        : new(0);
}
