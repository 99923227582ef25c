namespace EFCore.MySqlBulk.Planning;

/// <summary>One line of the list by which the connection is chosen: the first that applies decides.</summary>
/// <param name="Connection">The connection that it chooses.</param>
/// <param name="Reason">Why, as the documentation says it.</param>
/// <param name="Applies">Whether it applies.</param>
internal sealed record ConnectionRule(BulkConnection Connection, string Reason, Func<SelectionFacts, bool> Applies)
{
    /// <summary>The reason as the call's result says it, where it depends on the facts.</summary>
    public Func<SelectionFacts, string>? Says { get; init; }
}
