using System.Diagnostics;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Sql;

/// <summary>The join of a list with existing rows, for an update or a delete.</summary>
internal static class ExistingRowsFrame
{
    public static StatementFrame Of(BulkPlan plan, QuotedNames names)
        => plan.Operation switch
        {
            BulkOperation.Update => UpdateStatement.Frame(plan, names),
            BulkOperation.Delete => DeleteStatement.Join(plan, names),
            _ => throw new UnreachableException($"{plan.Operation} finds no rows that exist."),
        };
}
