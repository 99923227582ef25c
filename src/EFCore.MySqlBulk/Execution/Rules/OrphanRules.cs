using System.Diagnostics;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Deletes or updates stored rows that no given row matches, by their keys. What was inserted or updated before them tells whether the call is stored.</summary>
internal sealed class OrphanRules : StatementRules
{
    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row) => throw new UnreachableException("Orphans get their form with their lane.");

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToDelete(form.Table, call, BareKeys.TypeOf(form.Table));

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => request.Options.Orphans.Set is { } set ? BulkPlanner.Mark(form.Table, call, set, BareKeys.TypeOf(form.Table))
            : request.Options.Orphans.Severed is { } severed ? BulkPlanner.Sever(form.Table, call, severed.Properties.Select(form.Table.ColumnOf), BareKeys.TypeOf(form.Table))
            : BulkPlanner.Delete(form.Table, call, BareKeys.TypeOf(form.Table));

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (plan.Operation == BulkOperation.Delete)
            fixup.Detach(entry);
    }
}
