using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>Tells a server from the others of its cluster, which may have a machine or a version in common.</summary>
internal static class ServerIdentity
{
    /// <summary>Host name, port, number and version, as an SQL expression.</summary>
    public const string Sql = "CONCAT(@@hostname,':',@@port,' ',@@server_id,' ',VERSION())";

    /// <summary>Whether a session is on a server.</summary>
    /// <param name="session">The session.</param>
    /// <param name="server">The server.</param>
    /// <param name="io">The mode.</param>
    public static async ValueTask<bool> IsOfAsync(IQueryConnection session, string server, IOBehavior io)
        => (await session.QueryAsync("SELECT " + Sql, static reader => reader.GetString(0), io, CancellationToken.None).ConfigureAwait(false))[0] == server;
}
