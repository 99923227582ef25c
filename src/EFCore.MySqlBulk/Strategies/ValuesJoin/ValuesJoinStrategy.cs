using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.ValuesJoin;

/// <summary>Update or delete by a join with a list of literal rows.</summary>
internal static class ValuesJoinStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => Batches.Literal(plan, connections, ExistingRowsFrame.Of(plan, names), names, derivedList: true);
}
