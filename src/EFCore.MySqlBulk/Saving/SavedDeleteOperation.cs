using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The deletes of <c>SaveChanges</c>.</summary>
internal sealed class SavedDeleteOperation(CommandTable table) : SavedMatchingOperation(table)
{
    public override BulkOperation Kind => BulkOperation.Delete;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToDelete(Table, call, null);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => Checked(BulkPlanner.Delete(Table, Checked(request, call), null));

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsDeleted = rows };
}
