using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.KeyList;

/// <summary><c>DELETE … WHERE key IN (…)</c>.</summary>
internal static class KeyListStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => Batches.Literal(plan, connections, DeleteStatement.KeyList(plan, names), names, derivedList: false);
}
