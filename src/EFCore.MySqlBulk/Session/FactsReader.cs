using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session;

/// <summary>Reads the facts that plans depend on from the server, in one query.</summary>
internal static class FactsReader
{
    public const string Query =
        "SELECT VERSION(),@@version_comment,@@max_allowed_packet,@@sql_mode,CONCAT(@@character_set_client,' ',@@character_set_connection),@@auto_increment_increment,"
        + ServerIdentity.Sql + ",SUBSTRING_INDEX(USER(),'@',1),DATABASE(),@@sql_safe_updates,@@sql_select_limit<18446744073709551615," + SessionPrecondition.Fingerprint;

    // The facts seen last with a connection string. Another session of its pool may have others, so they are only a guess, which a precondition on
    // the statement confirms, unless the statement means the same in every session.
    private static readonly BoundedCache<string, Facts> LastSeen = new(1_000);

    private const int Columns = 12;

    /// <summary>Reads the facts.</summary>
    /// <param name="session">The session.</param>
    /// <param name="withSettings">Whether to read the session's settings too, if the server's names for them are already known.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<Facts> ReadAsync(ContextSession session, bool withSettings, IOBehavior io, CancellationToken token)
    {
        if (withSettings && Guess(session) is { } seen)
        {
            try
            {
                string query = $"{Query},{SessionSettings.Columns(seen.Server)}";
                return Remember(session, (await session.QueryAsync(query, ReadWithSettings, io, token).ConfigureAwait(false))[0]);
            }
            catch (DbException exception) when (ServerError.Number(exception) == ServerError.UnknownVariable)
            {
                // Another server has replaced the previous one.
            }
        }

        return Remember(session, (await session.QueryAsync(Query, Read, io, token).ConfigureAwait(false))[0]);
    }

    /// <summary>The guessed facts; <see langword="null" /> if none were read yet.</summary>
    public static Facts? Guess(ContextSession session) => LastSeen.Find(session.DataSource);

    /// <summary>The same, if a precondition can confirm them: other servers may lack its functions.</summary>
    public static Facts? GuessToGuard(ContextSession session) => Guess(session) is { Server.Flavor: not ServerFlavor.Other } seen ? seen : null;

    /// <summary>The next call reads the facts again: a wrong guess may have made the last one fail.</summary>
    public static void Forget(ContextSession session) => LastSeen.Remove(session.DataSource);

    private static Facts Remember(ContextSession session, Facts facts)
    {
        LastSeen.Set(session.DataSource, facts with { Settings = null });
        return facts;
    }

    private static Facts ReadWithSettings(DbDataReader reader) => Read(reader) with { Settings = SessionSettings.Read(reader, Columns) };

    private static Facts Read(DbDataReader reader)
    {
        (ServerFlavor flavor, Version version) = ServerFacts.ParseVersion(Text(0), Text(1));
        return new(
            new(flavor, version, Number(2), Text(6)),
            new(Text(3), Text(4), (int)Number(5), Text(8)) { IsSafe = Number(9) != 0, IsLimited = Number(10) != 0 },
            Text(7),
            Text(11));

        string Text(int ordinal) => Convert.ToString(reader.GetValue(ordinal), CultureInfo.InvariantCulture)!;
        long Number(int ordinal) => Convert.ToInt64(reader.GetValue(ordinal), CultureInfo.InvariantCulture);
    }
}
