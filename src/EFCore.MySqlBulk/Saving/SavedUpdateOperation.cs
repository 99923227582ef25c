using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The updates of <c>SaveChanges</c>.</summary>
internal sealed class SavedUpdateOperation(CommandTable table) : SavedMatchingOperation(table)
{
    public override BulkOperation Kind => BulkOperation.Update;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToUpdate(form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => ConnectionSettings.Of(request.Context.Database).CountsChangedRows
            ? throw new LeftToProviderException("the connection string sets UseAffectedRows=true, so a missing row cannot be told from an unchanged one")
            : Checked(BulkPlanner.Update(form, Checked(request, call)));

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsUpdated = rows };
}
