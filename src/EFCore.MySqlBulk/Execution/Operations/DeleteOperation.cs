using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkDelete</c> and <c>BulkDeleteByKey</c>.</summary>
internal sealed class DeleteOperation() : Operation(new()
{
    Kind = BulkOperation.Delete,
    ResultVerb = "deleted",
    MatchesRows = true,
    DependentsGoFirst = true,
    // Every tracked entity with the row's key is detached, not only the given instance.
    StoresByKey = true,
    MissedVerb = "delete",
    MissedCure = "Leave them out, or set BulkDeleteOptions.NotFound = NotFoundRows.Ignore.",
    Hooks = static defaults => defaults.BeforeDelete,
})
{
    private readonly DeleteRules _rules = new();

    public override StatementRules RulesOf(in BulkRow row) => _rules;

    public override BulkResult Count(BulkResult result, RowCounts counts) => result with { RowsDeleted = counts.Rows };
}
