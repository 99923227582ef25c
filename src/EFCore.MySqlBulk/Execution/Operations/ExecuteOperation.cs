using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkExecute</c>: the caller's statement, which has no table.</summary>
internal sealed class ExecuteOperation() : Operation(new()
{
    Kind = BulkOperation.Execute,
    ResultVerb = "affected",
    HasTable = false,
    TakesEntities = false,
})
{
    private readonly ExecuteRules _rules = new();

    public override StatementRules RulesOf(in BulkRow row) => _rules;

    public override BulkResult Count(BulkResult result, RowCounts counts) => result with { Executions = counts.Rows };
}
