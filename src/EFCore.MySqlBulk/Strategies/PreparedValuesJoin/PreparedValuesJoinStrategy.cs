using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.PreparedValuesJoin;

/// <summary>Update or delete by a join with a list of parameters, prepared once. MySQL only: MariaDB takes a column's width from the first row (error 1406).</summary>
internal static class PreparedValuesJoinStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => Batches.Prepared(plan, connections, ExistingRowsFrame.Of(plan, names), names, derivedList: true);
}
