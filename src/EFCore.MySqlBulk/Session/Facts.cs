using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Session;

/// <summary>What one facts query says.</summary>
/// <param name="Server">Of the server.</param>
/// <param name="Session">Of the session.</param>
/// <param name="User">The user that the session logged in as.</param>
internal sealed record Facts(ServerFacts Server, SessionFacts Session, string User)
{
    /// <summary>The session's settings, where they were read along.</summary>
    public SessionSettings? Settings { get; init; }

    /// <summary>A plan made by other facts holds under these. Such a plan takes nothing for granted about character sets.</summary>
    public bool HoldFor(ServerFacts server, SessionFacts session)
        => Server == server && Session.WithUnknownCharacterSets() == session.WithUnknownCharacterSets();
}
