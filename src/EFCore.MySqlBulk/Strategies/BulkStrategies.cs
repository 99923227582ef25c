using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.KeyList;
using EFCore.MySqlBulk.Strategies.MultiRowValues;
using EFCore.MySqlBulk.Strategies.MultiStatement;
using EFCore.MySqlBulk.Strategies.PipelinedArrayBatch;
using EFCore.MySqlBulk.Strategies.PreparedMultiRow;
using EFCore.MySqlBulk.Strategies.PreparedValuesJoin;
using EFCore.MySqlBulk.Strategies.RowByRow;
using EFCore.MySqlBulk.Strategies.ValuesJoin;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Makes the strategy that a plan chose.</summary>
internal static class BulkStrategies
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => connections.Own is ParallelLinks parallel
            ? new ParallelStrategy(parallel, [.. parallel.Links.Select(link => CreateOne(plan, connections with { Own = link }, names))], plan)
            : CreateOne(plan, connections, names);

    /// <summary>Makes a strategy that fills the statements of a plan and sends none, so it needs no connection of the operation's own.</summary>
    public static IBulkStrategy CreateToFill(BulkPlan plan, ContextSession session, QuotedNames names)
    {
        // Its statement is that of a row.
        StrategyChoice choice = plan.Choice.Strategy == BulkStrategy.PipelinedArrayBatch ? plan.Choice with { Strategy = BulkStrategy.RowByRow } : plan.Choice;
        return CreateOne(plan with { Choice = choice }, new(session, null), names);
    }

    private static IBulkStrategy CreateOne(BulkPlan plan, Connections connections, QuotedNames names) => plan.Choice.Strategy switch
    {
        BulkStrategy.RowByRow => RowByRowStrategy.Create(plan, connections, names),
        BulkStrategy.MultiRowValues => MultiRowValuesStrategy.Create(plan, connections, names),
        BulkStrategy.PreparedMultiRow => PreparedMultiRowStrategy.Create(plan, connections, names),
        BulkStrategy.ValuesJoin => ValuesJoinStrategy.Create(plan, connections, names),
        BulkStrategy.PreparedValuesJoin => PreparedValuesJoinStrategy.Create(plan, connections, names),
        BulkStrategy.MultiStatement => MultiStatementStrategy.Create(plan, connections, names),
        BulkStrategy.PipelinedArrayBatch => PipelinedArrayBatchStrategy.Create(plan, connections, names),
        BulkStrategy.KeyList => KeyListStrategy.Create(plan, connections, names),
        _ => throw new InvalidOperationException($"{plan.Choice.Strategy} sends nothing."),
    };
}
