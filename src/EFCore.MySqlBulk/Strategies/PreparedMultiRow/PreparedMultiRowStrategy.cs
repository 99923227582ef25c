using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.PreparedMultiRow;

/// <summary><c>INSERT … VALUES (?,?),(?,?)</c>, prepared once.</summary>
internal static class PreparedMultiRowStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names)
        => new PreparedBatches(plan, session, InsertStatement.Frame(plan, names), StatementName.Of(plan, names), false);
}
