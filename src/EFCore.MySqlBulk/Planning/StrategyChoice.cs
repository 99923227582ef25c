namespace EFCore.MySqlBulk.Planning;

/// <summary>A strategy and the sentence that says why.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Reason">Why.</param>
/// <param name="OwnConnection">The rows go over a connection of the operation's own, with statements in flight.</param>
internal readonly record struct StrategyChoice(BulkStrategy Strategy, string Reason, bool OwnConnection = false);
