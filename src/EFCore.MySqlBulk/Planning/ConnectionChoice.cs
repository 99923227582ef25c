namespace EFCore.MySqlBulk.Planning;

/// <summary>Which connection the rows of a call go over, and why.</summary>
/// <param name="IsOwn">It is the operation's own, not the context's.</param>
/// <param name="Reason">Why.</param>
internal readonly record struct ConnectionChoice(bool IsOwn, string Reason);
