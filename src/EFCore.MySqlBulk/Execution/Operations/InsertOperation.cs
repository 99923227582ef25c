using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkInsert</c>.</summary>
internal sealed class InsertOperation() : Operation(new()
{
    Kind = BulkOperation.Insert,
    ResultVerb = "inserted",
    InsertsEntities = true,
    DependentsGoFirst = false,
    MayNeedRollback = false,
    Hooks = static defaults => defaults.BeforeInsert,
})
{
    private readonly InsertRules _rules = new();

    public override StatementRules RulesOf(in BulkRow row) => _rules;

    public override BulkResult Count(BulkResult result, RowCounts counts) => result with { RowsInserted = counts.Rows };
}
