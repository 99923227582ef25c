using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning;

/// <summary>The facts that all plans of a call share.</summary>
/// <param name="Options">The options.</param>
/// <param name="Server">The server.</param>
/// <param name="Session">The context's session.</param>
/// <param name="RowCount">The number of rows, if it is known.</param>
internal sealed record CallFacts(ResolvedOptions Options, ServerFacts Server, SessionFacts Session, long? RowCount)
{
    /// <summary>The ways in which statements can be sent.</summary>
    public PipeliningFacts Pipelining { get; init; }

    /// <summary>Whether statements are pipelined, decided before plans are made.</summary>
    public PipeliningChoice Chosen { get; init; }
}
