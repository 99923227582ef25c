using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.KeyList;
using EFCore.MySqlBulk.Strategies.MultiRowValues;
using EFCore.MySqlBulk.Strategies.MultiStatement;
using EFCore.MySqlBulk.Strategies.PreparedMultiRow;
using EFCore.MySqlBulk.Strategies.PreparedValuesJoin;
using EFCore.MySqlBulk.Strategies.RowByRow;
using EFCore.MySqlBulk.Strategies.ValuesJoin;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Makes the strategy that a plan chose.</summary>
internal static class BulkStrategies
{
    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names) => plan.Choice.Strategy switch
    {
        BulkStrategy.RowByRow => RowByRowStrategy.Create(plan, session, names),
        BulkStrategy.MultiRowValues => MultiRowValuesStrategy.Create(plan, session, names),
        BulkStrategy.PreparedMultiRow => PreparedMultiRowStrategy.Create(plan, session, names),
        BulkStrategy.ValuesJoin => ValuesJoinStrategy.Create(plan, session, names),
        BulkStrategy.PreparedValuesJoin => PreparedValuesJoinStrategy.Create(plan, session, names),
        BulkStrategy.MultiStatement => MultiStatementStrategy.Create(plan, session, names),
        BulkStrategy.KeyList => KeyListStrategy.Create(plan, session, names),
        _ => throw new InvalidOperationException($"{plan.Choice.Strategy} sends nothing."),
    };
}
