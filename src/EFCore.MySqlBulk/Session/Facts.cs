using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Session;

/// <summary>What one facts query says.</summary>
/// <param name="Server">Of the server.</param>
/// <param name="Session">Of the session.</param>
/// <param name="User">The user that the session logged in as.</param>
/// <param name="Fingerprint">All that plans depend on, as the server sums it up: see <see cref="FactsGuard" />.</param>
internal sealed record Facts(ServerFacts Server, SessionFacts Session, string User, string Fingerprint)
{
    /// <summary>The session's settings, where they were read along.</summary>
    public SessionSettings? Settings { get; init; }
}
