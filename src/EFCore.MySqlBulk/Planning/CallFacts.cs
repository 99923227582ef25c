namespace EFCore.MySqlBulk.Planning;

/// <summary>What all plans of a call have in common.</summary>
/// <param name="Options">The options.</param>
/// <param name="Server">The server.</param>
/// <param name="Session">The context's session.</param>
/// <param name="RowCount">The number of rows, where it is known.</param>
internal sealed record CallFacts(ResolvedOptions Options, ServerFacts Server, SessionFacts Session, long? RowCount)
{
    /// <summary>What may be done with connections.</summary>
    public ConnectionFacts Connection { get; init; }

    /// <summary>The connection that was chosen; plans are made after that.</summary>
    public ConnectionChoice Chosen { get; init; }
}
