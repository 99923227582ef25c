using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Options;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Commands of <c>SaveChanges</c> of one kind. EF Core has sorted them, and runs its own interceptors.</summary>
internal sealed class SavedOperation(CommandTable table) : Operation(new()
{
    Kind = KindOf(table),
    Name = "SaveChanges",
    ResultVerb = "changed",
    TakesEntities = false,
    MatchesRows = table.State != EntityState.Added,
    NeedsStrictSession = false,
    MayNeedRollback = table.State != EntityState.Added,
    LeavesTransaction = true,
})
{
    private readonly SavedRules _rules = table.State == EntityState.Added ? new SavedInsertRules(table) : new SavedMatchingRules(table, isDelete: table.State == EntityState.Deleted);

    public override StatementRules RulesOf(in BulkRow row) => _rules;

    public override BulkResult Count(BulkResult result, RowCounts counts) => table.State switch
    {
        EntityState.Added => result with { RowsInserted = counts.Rows },
        EntityState.Modified => result with { RowsUpdated = counts.Rows },
        _ => result with { RowsDeleted = counts.Rows },
    };

    private static BulkOperation KindOf(CommandTable table) => table.State switch
    {
        EntityState.Added => BulkOperation.Insert,
        EntityState.Modified => BulkOperation.Update,
        EntityState.Deleted => BulkOperation.Delete,
        _ => throw new UnreachableException($"{table.State} is not saved."),
    };
}
