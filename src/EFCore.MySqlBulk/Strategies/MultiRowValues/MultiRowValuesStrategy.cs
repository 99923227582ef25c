using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.MultiRowValues;

/// <summary><c>INSERT … VALUES (…),(…)</c> with literals.</summary>
internal static class MultiRowValuesStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names)
        => new LiteralStatement(plan, session, InsertStatement.Frame(plan, names), plan.Limits, StatementName.Of(plan, names), false);
}
