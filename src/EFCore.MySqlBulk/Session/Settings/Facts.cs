using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The result of one facts query.</summary>
/// <param name="Server">The facts of the server.</param>
/// <param name="Session">The facts of the session.</param>
/// <param name="User">The user that the session logged in as.</param>
/// <param name="Fingerprint">A hash, computed by the server, of everything that plans depend on: see <see cref="SessionPrecondition" />.</param>
internal sealed record Facts(ServerFacts Server, SessionFacts Session, string User, string Fingerprint)
{
    /// <summary>The session's settings, if they were read in the same query.</summary>
    public SessionSettings? Settings { get; init; }
}
