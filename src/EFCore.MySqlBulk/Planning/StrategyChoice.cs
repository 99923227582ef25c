namespace EFCore.MySqlBulk.Planning;

/// <summary>A strategy and the reason for it.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Reason">Why.</param>
/// <param name="OwnConnection">The rows go over the operation's own connection, with statements in flight.</param>
internal readonly record struct StrategyChoice(BulkStrategy Strategy, string Reason, bool OwnConnection = false);
