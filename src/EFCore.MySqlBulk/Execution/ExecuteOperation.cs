using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkExecute</c>: the caller's statement, which has no table.</summary>
internal sealed class ExecuteOperation : Operation
{
    public override BulkOperation Kind => BulkOperation.Execute;

    public override string ResultVerb => "affected";

    public override bool HasTable => false;

    public override bool WritesEntities => false;

    public override bool GoesByKey => false;

    public override bool GoesByFamily => false;

    public override bool HidesRepeatedKeys => false;

    // The SQL is not read for them.
    public override IEnumerable<TableMap> TablesOf(BulkRequest request) => [];

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => [];

    // All rows are executions of one statement.
    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row) => default;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToExecute(request.Statement!, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.Execute(request.Statement!, call);

    // Only the caller knows which rows the statement touches.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    // How many rows an execution affects is up to the caller.
    public override ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => new((Exception?)null);

    // The SQL promises nothing that could be left out.
    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold) => [];

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => throw new UnreachableException($"{Name} stores no entities.");

    public override BulkResult Count(BulkResult result, long rows) => result with { Executions = rows };
}
