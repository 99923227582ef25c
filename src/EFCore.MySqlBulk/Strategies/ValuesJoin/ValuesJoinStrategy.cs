using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.ValuesJoin;

/// <summary>Update or delete by a join with a list of literal rows.</summary>
internal static class ValuesJoinStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names)
        => new LiteralStatement(plan, session, ExistingRowsFrame.Of(plan, names), plan.Limits, StatementName.Of(plan, names), true);
}
