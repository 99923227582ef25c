using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>One rule of the selector's list: the first rule that applies decides.</summary>
internal sealed record StrategyRule(BulkOperation Operation, BulkStrategy Strategy, string Reason, Func<SelectionFacts, bool> Applies);
