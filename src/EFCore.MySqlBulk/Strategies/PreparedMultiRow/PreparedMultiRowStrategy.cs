using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.PreparedMultiRow;

/// <summary><c>INSERT … VALUES (?,?),(?,?)</c>, prepared once.</summary>
internal static class PreparedMultiRowStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => Batches.Prepared(plan, connections, InsertStatement.Frame(plan, names), names, derivedList: false);
}
