using System.Diagnostics;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Creates the strategy of a plan: one table of all strategies.</summary>
internal static class BulkStrategies
{
    private static readonly Dictionary<BulkStrategy, Func<BulkPlan, Connections, QuotedNames, IBulkStrategy>> Makers = new()
    {
        [BulkStrategy.RowByRow] = OneByOne,
        [BulkStrategy.MultiRowValues] = (plan, connections, names) => Literal(plan, connections, InsertStatement.Frame(plan, names), names, derivedList: false),
        [BulkStrategy.PreparedMultiRow] = (plan, connections, names) => Prepared(plan, connections, InsertStatement.Frame(plan, names), names, derivedList: false),
        [BulkStrategy.ValuesJoin] = (plan, connections, names) => Literal(plan, connections, ExistingRowsFrame.Of(plan, names), names, derivedList: true),
        // MySQL only: MariaDB takes a column's width from the first row (error 1406).
        [BulkStrategy.PreparedValuesJoin] = (plan, connections, names) => Prepared(plan, connections, ExistingRowsFrame.Of(plan, names), names, derivedList: true),
        [BulkStrategy.KeyList] = (plan, connections, names) => Literal(plan, connections, DeleteStatement.KeyList(plan, names), names, derivedList: false),
        [BulkStrategy.MultiStatement] = (plan, connections, names)
            => new LiteralRowsStrategy(plan, connections.Context, RowStatement.Of(plan, names), StatementName.Of(plan, names), plan.Limits.MaxRows),
        [BulkStrategy.PipelinedArrayBatch] = InFlight,
        [BulkStrategy.LoadData] = (plan, connections, names) => new LoadDataStrategy(plan, connections.Carrier, names),
    };

    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => connections.Own is ParallelConnections parallel
            ? new ParallelStrategy(parallel, [.. parallel.Each.Select(connection => CreateOne(plan, connections with { Own = connection }, names))], plan)
            : CreateOne(plan, connections, names);

    /// <summary>Creates a strategy that fills the statements of a plan but sends none.</summary>
    public static IBulkStrategy CreateToFill(BulkPlan plan, ContextSession session, QuotedNames names)
    {
        // Its statement carries a single row.
        StrategyChoice choice = plan.Choice.Strategy == BulkStrategy.PipelinedArrayBatch ? plan.Choice with { Strategy = BulkStrategy.RowByRow } : plan.Choice;
        return CreateOne(plan with { Choice = choice }, new(session), names);
    }

    /// <summary>Creates a strategy that sends each row of a list in a statement of its own; <see langword="null" /> if the plan's strategy does that,
    /// or if the server's error for a row in a list is the same.</summary>
    public static IBulkStrategy? CreateAlone(BulkPlan plan, Connections connections, QuotedNames names)
        => plan is not { Operation: BulkOperation.Update, Choice.Strategy: BulkStrategy.ValuesJoin or BulkStrategy.PreparedValuesJoin } ? null
        : Create(Alone(plan), connections, names);

    /// <summary>Creates a strategy that sends each row in a statement of its own, so that those that are refused do not keep the others from being stored.</summary>
    public static IBulkStrategy CreateEach(BulkPlan plan, Connections connections, QuotedNames names)
        => CreateOne(Alone(plan) with { Limits = plan.Limits with { MaxRows = Thresholds.PipelinedRows } }, connections, names);

    private static BulkPlan Alone(BulkPlan plan)
        => plan with { Choice = plan.Choice with { Strategy = plan.Choice.Pipelined ? BulkStrategy.PipelinedArrayBatch : BulkStrategy.RowByRow } };

    private static IBulkStrategy CreateOne(BulkPlan plan, Connections connections, QuotedNames names)
        => Makers.TryGetValue(plan.Choice.Strategy, out Func<BulkPlan, Connections, QuotedNames, IBulkStrategy>? make)
            ? make(plan, connections, names)
            : throw new UnreachableException($"{plan.Choice.Strategy} sends nothing.");

    private static IBulkStrategy Literal(BulkPlan plan, Connections connections, StatementFrame frame, QuotedNames names, bool derivedList)
        => plan.Choice.Pipelined && connections.Carrier is { } carrier
            ? new PipelinedStrategy(plan, carrier, frame, names, derivedList, prepares: false)
            : new LiteralStrategy(plan, connections.Context, frame, names, derivedList);

    private static IBulkStrategy Prepared(BulkPlan plan, Connections connections, StatementFrame frame, QuotedNames names, bool derivedList)
        => plan.Choice.Pipelined && connections.Carrier is { } carrier
            ? new PipelinedStrategy(plan, carrier, frame, names, derivedList, prepares: true)
            : new PreparedStrategy(plan, connections.Context, frame, names, derivedList);

    // A parameter cannot express DEFAULT, nor carry text safely if the session has another character set or the driver ignores the sql_mode, and some
    // types that only the driver can send cannot be prepared. Such rows are sent as literals, still one by one.
    private static IBulkStrategy OneByOne(BulkPlan plan, Connections connections, QuotedNames names)
    {
        (RowStatement statement, StatementName name) = (RowStatement.Of(plan, names), StatementName.Of(plan, names));
        return !plan.Session.TextIsUtf8 || plan.Session.KeepsBackslashes || statement.HasDefaults || statement.Values.Values.Any(value => !value.CanBePrepared)
            ? new LiteralRowsStrategy(plan, connections.Context, statement, name, 1)
            : new PreparedRowsStrategy(plan, connections.Context, statement, name);
    }

    private static IBulkStrategy InFlight(BulkPlan plan, Connections connections, QuotedNames names)
    {
        (RowStatement statement, StatementName name) = (RowStatement.Of(plan, names), StatementName.Of(plan, names));
        return connections.Own is IArrayBatchConnection other
            ? new DriverArrayBatchStrategy(plan, other, statement, name)
            : new ArrayBatchStrategy(plan, connections.Carrier!, statement, name);
    }
}
