using System.Diagnostics;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Runs the caller's statement. Only the caller knows how many rows it affects.</summary>
internal sealed class ExecuteRules : StatementRules
{
    // All rows are executions of one statement.
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => default;

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToExecute(request.Statement!, call);

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Execute(request.Statement!, call);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => throw new UnreachableException("The caller's statement stores no entities.");
}
