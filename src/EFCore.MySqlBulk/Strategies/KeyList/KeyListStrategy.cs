using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.KeyList;

/// <summary><c>DELETE … WHERE key IN (…)</c>.</summary>
internal static class KeyListStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names)
        => new LiteralStatement(plan, session, DeleteStatement.KeyList(plan, names), plan.Limits, StatementName.Of(plan, names), false);
}
