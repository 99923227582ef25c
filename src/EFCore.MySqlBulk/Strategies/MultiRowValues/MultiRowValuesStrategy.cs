using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.MultiRowValues;

/// <summary><c>INSERT … VALUES (…),(…)</c> with literals.</summary>
internal static class MultiRowValuesStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => Batches.Literal(plan, connections, InsertStatement.Frame(plan, names), names, derivedList: false);
}
