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

/// <summary>The groups of a call, made as rows need them. Rows of one group keep their order; rows of different groups may not.</summary>
internal sealed class RowGroups(RequestedOperation requested, ContextSession session, QuotedNames names, CallFacts call)
{
    private readonly BulkRequest _request = requested.Request;
    private readonly Dictionary<StatementShape, RowGroup> _groups = [];
    private readonly RowTypes? _types = requested.Request.Traits.TakesEntities ? new(requested.Request) : null;
    private SeenInstances? _seen;
    private RowGroup? _last;
    private StatementShape _lastShape;

    public IReadOnlyCollection<RowGroup> All => _groups.Values;

    /// <summary>The facts that all plans of the call share.</summary>
    public CallFacts Call { get; private set; } = call;

    /// <summary>The connections of all groups.</summary>
    public Connections Connections { get; private set; } = new(session);

    /// <summary>How rows are looked up, if they are.</summary>
    public LookUp LookUp { get; set; }

    /// <summary>Whether a unique index has refused a row that had not been looked up under locks: the call is repeated with locks on all rows, so it
    /// does not matter which row it was.</summary>
    public bool HasMetUnseen(Exception exception) => LookUp != LookUp.Locking && ServerError.Number(exception) == ServerError.DuplicateEntry;

    /// <summary>Whether statements are only filled, not sent.</summary>
    public bool FillsOnly { get; init; }

    /// <summary>The group by which the call is explained and reported.</summary>
    public RowGroup? First { get; private set; }

    /// <summary>The plans of all groups, that of the first group first.</summary>
    public IReadOnlyList<BulkPlan> Plans => [First!.Plan, .. All.Where(group => group != First).Select(group => group.Plan)];

    /// <summary>The plans by which rows were sent. A group may have been made only to look rows up.</summary>
    public IReadOnlyList<BulkPlan> SentPlans => [.. Plans.Where(plan => All.Any(group => group.HasSent && group.Plan == plan))];

    /// <summary>The groups of some of the call's rows, which are sent in the same way.</summary>
    public RowGroups For(RequestedOperation part)
    {
        RowGroups groups = new(part, session, names, Call with { Options = part.Request.Options, RowCount = part.Request.Rows.Count }) { FillsOnly = FillsOnly, LookUp = LookUp };
        groups.Use(Call.Chosen, Connections);
        return groups;
    }

    /// <summary>The table map of the entity type that the call named.</summary>
    public TableMap Root => _types!.Root;

    /// <summary>The table map of a row's entity type.</summary>
    public TableMap TableOf(object item) => _types!.Of(item);

    /// <summary>The table map of a row.</summary>
    public TableMap TableOf(in BulkRow row) => _types!.Of(row);

    /// <summary>The rules of a row's statement.</summary>
    public StatementRules RulesOf(in BulkRow row) => requested.Operation.RulesOf(row);

    /// <summary>The facts that decide the strategy of a row.</summary>
    public SelectionFacts FactsOf(in BulkRow row)
    {
        StatementRules rules = RulesOf(row);
        StatementShape shape = ShapeOf(rules, row);
        return rules.FactsOf(_request, shape, CallOf(shape.Table));
    }

    /// <summary>The facts that all plans of one table share. The number of its rows is known if they are a graph; options that name properties apply to the given rows only.</summary>
    public CallFacts CallOf(TableMap table)
    {
        CallFacts call = _request.Graph is { } graph ? Call with { RowCount = graph.CountOf(table) } : Call;
        return (_request.IsGraph || _request.IsDivided) && !_request.EntityType.IsAssignableFrom(table.EntityType) ? call with { Options = call.Options with { Except = null, NotCompared = null } } : call;
    }

    /// <summary>Sets how all rows are sent, before the first group is made.</summary>
    public void Use(PipeliningChoice choice, Connections connections)
    {
        Call = Call with { Chosen = choice };
        Connections = connections;
    }

    /// <summary>The group of a row.</summary>
    public RowGroup Of(in BulkRow row)
    {
        StatementRules rules = RulesOf(row);
        return Of(rules, ShapeOf(rules, row));
    }

    /// <summary>Makes the first group, which decides how the transaction begins: without rows, it is the group of the orphans.</summary>
    public RowGroup Begin(BulkRow? first) => first is { } row ? Of(row) : OfOrphans();

    /// <summary>The group of the orphans.</summary>
    public RowGroup OfOrphans() => OfOrphans(Root);

    /// <summary>The group of the orphans' parts in a further table.</summary>
    public RowGroup OfOrphans(TableMap table) => Of(requested.Operation.RulesOfOrphans, new StatementShape(table, IsOrphan: true) { IsPart = table != Root });

    /// <summary>Refuses several connections for rows that depend on each other.</summary>
    /// <param name="how">How the rows depend on each other, as part of a message.</param>
    /// <exception cref="InvalidOperationException">The call has several.</exception>
    public void CheckConnections(string how)
    {
        if (_request.Options.Connections > 1)
            throw new InvalidOperationException($"Rows of '{Root.DisplayName}' {how}, but BulkStrategyOptions.Connections is {_request.Options.Connections}: each connection has a transaction of its own, which does not see the others' rows. Leave Connections at 1.");
    }

    /// <summary>Sends a group's rows one by one from now on, because their keys cannot be computed.</summary>
    /// <exception cref="InvalidOperationException">The forced strategy cannot do that.</exception>
    public void GoRowByRow(RowGroup group, KeyUncertainty uncertainty)
    {
        CallFacts call = CallOf(group.Shape.Table);
        Replan(group, BulkPlanner.Insert(group.Shape, call with { Options = call.Options with { ReturnKeys = true } }, uncertainty));
    }

    /// <summary>LOAD DATA is not possible for the call's tables.</summary>
    /// <param name="reason">Why, as part of a message.</param>
    public void RefuseLoadData(string reason) => Call = Call with { Pipelining = Call.Pipelining with { LoadRefusal = reason } };

    /// <summary>Sends a group's rows without LOAD DATA from now on, also if it was requested: another statement says which row is wrong.</summary>
    /// <param name="group">The group.</param>
    /// <param name="reason">Why, as part of a message.</param>
    public void GoWithoutLoadData(RowGroup group, string reason)
    {
        session.Warn($"Rows of {group.Plan.DisplayName} were not sent by LOAD DATA: {reason}.");
        Call = Call with { Options = Call.Options with { Strategy = null, AllowsLoadData = false } };
        Replan(group, group.Rules.Plan(_request, group.Shape, CallOf(group.Shape.Table)));
    }

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        foreach (RowGroup group in All)
            await group.DisposeAsync(io).ConfigureAwait(false);
    }

    private void Replan(RowGroup group, BulkPlan plan) => group.Replace(plan, BulkStrategies.Create(plan, Connections, names));

    private RowGroup Of(StatementRules rules, StatementShape shape)
    {
        if (_last is not null && shape == _lastShape)
            return _last;
        if (!_groups.TryGetValue(shape, out RowGroup? group))
            group = _groups[shape] = Start(rules, shape, rules.Plan(_request, shape, CallOf(shape.Table)));
        (_last, _lastShape) = (group, shape);
        First ??= group;
        return group;
    }

    private StatementShape ShapeOf(StatementRules rules, in BulkRow row)
    {
        StatementShape shape = rules.ShapeOf(_request, _types, row);
        return row.Place is { IsCounted: false } ? shape with { IsPart = true } : shape;
    }

    private RowGroup Start(StatementRules rules, StatementShape shape, BulkPlan plan)
        => FillsOnly ? new(rules, shape, plan, BulkStrategies.CreateToFill(plan, session, names), null, false)
        : new(rules, shape, plan, BulkStrategies.Create(plan, Connections, names), Seen(), forgets: !_request.Rows.CanRepeat);

    // All rows of a collection are remembered, those of a stream only while they wait.
    private SeenInstances? Seen()
        => !_request.Traits.InsertsEntities || _request.IsGraph || _request.IsDivided ? null
        : _request.Rows.Count is { } all ? _seen ??= new(all)
        : new(0);
}
