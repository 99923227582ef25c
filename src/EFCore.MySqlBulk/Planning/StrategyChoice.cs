namespace EFCore.MySqlBulk.Planning;

/// <summary>A strategy and the sentence that says why.</summary>
internal readonly record struct StrategyChoice(BulkStrategy Strategy, string Reason);
