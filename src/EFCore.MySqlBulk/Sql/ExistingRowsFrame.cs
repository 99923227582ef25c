using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>The join of a list with rows that exist, for either operation.</summary>
internal static class ExistingRowsFrame
{
    public static StatementFrame Of(BulkPlan plan, QuotedNames names)
        => plan.Operation == BulkOperation.Update ? UpdateStatement.Frame(plan, names) : DeleteStatement.Join(plan, names);
}
