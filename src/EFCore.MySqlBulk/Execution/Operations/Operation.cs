using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary>One operation: its traits, and the rules of the statements that it is made of. Everything else is the same for all operations.</summary>
internal abstract class Operation(OperationTraits traits)
{
    public OperationTraits Traits => traits;

    /// <summary>The rules of a row's statement.</summary>
    public abstract StatementRules RulesOf(in BulkRow row);

    /// <summary>The rules of statements that delete or update orphans.</summary>
    public virtual StatementRules RulesOfOrphans => throw new UnreachableException($"{traits.Name} writes no orphans.");

    /// <summary>The operation for links of many-to-many relationships that the call makes.</summary>
    public virtual Operation OfLinks => throw new UnreachableException($"{traits.Name} makes no links.");

    /// <summary>The reason for the strategy.</summary>
    /// <param name="request">The request.</param>
    /// <param name="first">The plan of the first row group.</param>
    /// <param name="lookUp">How rows were looked up, if they were.</param>
    /// <param name="sent">The plans of the rows that were sent.</param>
    public virtual string ReasonOf(BulkRequest request, BulkPlan first, LookUp lookUp, IReadOnlyList<BulkPlan> sent) => first.Choice.Reason;

    /// <summary>The result with the rows counted.</summary>
    public abstract BulkResult Count(BulkResult result, RowCounts counts);
}
