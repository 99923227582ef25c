namespace EFCore.MySqlBulk.ByQuery.Throttling;

/// <summary>A call by query may not go on, and does not wait any longer.</summary>
internal sealed class WaitedTooLongException(string message) : Exception(message);
