namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>A strategy and the reason for it.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Reason">Why.</param>
/// <param name="Pipelined">Whether statements are sent before earlier ones are answered.</param>
internal readonly record struct StrategyChoice(BulkStrategy Strategy, string Reason, bool Pipelined = false);
