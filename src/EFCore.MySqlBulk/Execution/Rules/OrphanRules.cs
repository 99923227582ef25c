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

/// <summary>Deletes or updates orphans by their keys. After a lost answer, only the inserts and updates before them show whether the call is stored.</summary>
internal sealed class OrphanRules : StatementRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => throw new UnreachableException("Orphans get their shape with their group.");

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToDelete(shape.Table, call, BareKeys.TypeOf(shape.Table));

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call)
        => request.Options.Orphans.Set is { } set ? BulkPlanner.Mark(shape.Table, call, set, BareKeys.TypeOf(shape.Table))
            : request.Options.Orphans.Severed is { } severed ? BulkPlanner.Sever(shape.Table, call, severed.Properties.Select(shape.Table.ColumnOf), BareKeys.TypeOf(shape.Table))
            : BulkPlanner.Delete(shape.Table, call, BareKeys.TypeOf(shape.Table));

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (plan.Operation == BulkOperation.Delete)
            fixup.Detach(entry);
    }
}
