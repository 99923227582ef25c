using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkUpdate</c>.</summary>
internal sealed class UpdateOperation() : Operation(new()
{
    Kind = BulkOperation.Update,
    ResultVerb = "updated",
    UpdatesEntities = true,
    MatchesRows = true,
    // Of rows with the same key, the one given last is stored, and the server counts a match for each.
    HidesRepeatedKeys = true,
    MissedVerb = "update",
    MissedCure = "Leave them out, insert them, or set BulkUpdateOptions.NotFound = NotFoundRows.Ignore.",
    Hooks = static defaults => defaults.BeforeUpdate,
})
{
    private readonly UpdateRules _rules = new();
    private readonly NewPartRules _newPart = new();
    private readonly GonePartRules _gonePart = new(areLookedUp: false);

    public override StatementRules RulesOf(in BulkRow row)
        => row.Place?.Table is not { } table ? _rules
            : table is OwnedTable ? _gonePart
            : !table.EntityType.IsOwned() ? _rules
            : row.Presence switch
            {
                RowPresence.Absent => _newPart,
                RowPresence.Gone => _gonePart,
                _ => _rules,
            };

    public override string ReasonOf(BulkRequest request, BulkPlan first, LookUp lookUp, IReadOnlyList<BulkPlan> sent)
        => first.WritesNothing && sent.All(plan => plan.WritesNothing) ? "there is no column to update"
            : sent.FirstOrDefault(plan => !plan.WritesNothing)?.Choice.Reason ?? first.Choice.Reason;

    public override BulkResult Count(BulkResult result, RowCounts counts) => result with { RowsUpdated = counts.Updated, RowsUnchanged = counts.Unchanged };
}
