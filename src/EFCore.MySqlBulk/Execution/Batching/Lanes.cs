using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>The lanes of a call, made as rows need them. Rows of one lane keep their order; rows of different lanes may not.</summary>
internal sealed class Lanes(RequestedOperation requested, ContextSession session, QuotedNames names, CallFacts call)
{
    private readonly BulkRequest _request = requested.Request;
    private readonly Dictionary<RowForm, Lane> _lanes = [];
    private readonly RowTypes? _types = requested.Request.Traits.TakesEntities ? new(requested.Request.Context, requested.Request.EntityType) : null;
    private SeenInstances? _seen;
    private Lane? _last;
    private RowForm _lastForm;

    public IReadOnlyCollection<Lane> All => _lanes.Values;

    /// <summary>What all plans of the call have in common.</summary>
    public CallFacts Call { get; private set; } = call;

    /// <summary>What all lanes send their rows over.</summary>
    public Connections Connections { get; private set; } = new(session);

    /// <summary>How rows are looked up, if they are.</summary>
    public LookUp LookUp { get; set; }

    /// <summary>A unique index has refused a row that had not been looked up under locks: the call is made again, with all rows looked up, so it does not matter which one it was.</summary>
    public bool HasMetUnseen(Exception exception) => LookUp != LookUp.Locking && ServerError.Number(exception) == ServerError.DuplicateEntry;

    /// <summary>Nothing is sent.</summary>
    public bool FillsOnly { get; init; }

    /// <summary>The lane by which the call is explained and reported.</summary>
    public Lane? First { get; private set; }

    /// <summary>The plans of all lanes, that of the first lane first.</summary>
    public IReadOnlyList<BulkPlan> Plans => [First!.Plan, .. All.Where(lane => lane != First).Select(lane => lane.Plan)];

    /// <summary>The plans by which rows were sent. A lane may have been made only to look rows up.</summary>
    public IReadOnlyList<BulkPlan> SentPlans => [.. Plans.Where(plan => All.Any(lane => lane.HasSent && lane.Plan == plan))];

    /// <summary>The lanes of some of the call's rows, which are sent in the same way.</summary>
    public Lanes For(RequestedOperation part)
    {
        Lanes lanes = new(part, session, names, Call with { Options = part.Request.Options, RowCount = part.Request.Rows.Count }) { FillsOnly = FillsOnly, LookUp = LookUp };
        lanes.Use(Call.Chosen, Connections);
        return lanes;
    }

    /// <summary>The table map of the entity type that the call named.</summary>
    public TableMap Root => _types!.Root;

    /// <summary>The table map of a row's entity type.</summary>
    public TableMap TableOf(object item) => _types!.Of(item);

    /// <summary>The table map of a row.</summary>
    public TableMap TableOf(in BulkRow row) => _types!.Of(row);

    /// <summary>What is done with a row.</summary>
    public StatementRules RulesOf(in BulkRow row) => requested.Operation.RulesOf(row);

    /// <summary>The facts by which it is chosen how a row is sent.</summary>
    public SelectionFacts FactsOf(in BulkRow row)
    {
        StatementRules rules = RulesOf(row);
        RowForm form = FormOf(rules, row);
        return rules.FactsOf(_request, form, CallOf(form.Table));
    }

    /// <summary>What the plans of one table have in common: how many rows it gets is known if they are a graph, and options that name properties are about the rows that were given.</summary>
    public CallFacts CallOf(TableMap table)
    {
        CallFacts call = _request.Graph is { } graph ? Call with { RowCount = graph.CountOf(table) } : Call;
        return (_request.IsGraph || _request.IsDivided) && !_request.EntityType.IsAssignableFrom(table.EntityType) ? call with { Options = call.Options with { Except = null, NotCompared = null } } : call;
    }

    /// <summary>Sets how all rows are sent, before the first lane is made.</summary>
    public void Use(PipeliningChoice choice, Connections connections)
    {
        Call = Call with { Chosen = choice };
        Connections = connections;
    }

    /// <summary>The lane of a row.</summary>
    public Lane Of(in BulkRow row)
    {
        StatementRules rules = RulesOf(row);
        return Of(rules, FormOf(rules, row));
    }

    /// <summary>Makes the first lane, which tells how the transaction begins: without rows, that of the stored rows that no given row matches.</summary>
    public Lane Begin(BulkRow? first) => first is { } row ? Of(row) : OfOrphans();

    /// <summary>The lane of stored rows that no given row matches.</summary>
    public Lane OfOrphans() => OfOrphans(Root);

    /// <summary>The same for a further table that has parts of them.</summary>
    public Lane OfOrphans(TableMap table) => Of(requested.Operation.RulesOfOrphans, new RowForm(table, IsOrphan: true) { IsPart = table != Root });

    /// <summary>Refuses several connections for rows that depend on each other.</summary>
    /// <param name="how">What they do, as a message says it.</param>
    /// <exception cref="InvalidOperationException">The call has several.</exception>
    public void CheckConnections(string how)
    {
        if (_request.Options.Connections > 1)
            throw new InvalidOperationException($"Rows of '{Root.DisplayName}' {how}, but BulkStrategyOptions.Connections is {_request.Options.Connections}: each connection has a transaction of its own, which does not see the others' rows. Leave Connections at 1.");
    }

    /// <summary>Sends a lane's rows one by one from now on, because their keys cannot be computed.</summary>
    /// <exception cref="InvalidOperationException">The forced strategy cannot do that.</exception>
    public void GoRowByRow(Lane lane, KeyDoubt doubt)
    {
        CallFacts call = CallOf(lane.Form.Table);
        BulkPlan plan = BulkPlanner.Insert(lane.Form, call with { Options = call.Options with { ReturnKeys = true } }, doubt);
        lane.Replace(plan, BulkStrategies.Create(plan, Connections, names));
    }

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        foreach (Lane lane in All)
            await lane.DisposeAsync(io).ConfigureAwait(false);
    }

    private Lane Of(StatementRules rules, RowForm form)
    {
        if (_last is not null && form == _lastForm)
            return _last;
        if (!_lanes.TryGetValue(form, out Lane? lane))
            lane = _lanes[form] = Start(rules, form, rules.Plan(_request, form, CallOf(form.Table)));
        (_last, _lastForm) = (lane, form);
        First ??= lane;
        return lane;
    }

    private RowForm FormOf(StatementRules rules, in BulkRow row)
    {
        RowForm form = rules.FormOf(_request, _types, row);
        return row.Place is { IsCounted: false } ? form with { IsPart = true } : form;
    }

    private Lane Start(StatementRules rules, RowForm form, BulkPlan plan)
        => FillsOnly ? new(rules, form, plan, BulkStrategies.CreateToFill(plan, session, names), null, false)
        : new(rules, form, plan, BulkStrategies.Create(plan, Connections, names), Seen(), forgets: !_request.Rows.CanRepeat);

    // All rows of a collection are remembered, those of a stream only while they wait.
    private SeenInstances? Seen()
        => !_request.Traits.InsertsEntities || _request.IsGraph || _request.IsDivided ? null
        : _request.Rows.Count is { } all ? _seen ??= new(all)
        : new(0);
}
