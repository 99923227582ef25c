using System.Globalization;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Session;

/// <summary>Reads what plans depend on from the server, in one query.</summary>
internal static class FactsReader
{
    private const string Query = "SELECT VERSION(),@@version_comment,@@max_allowed_packet,@@sql_mode,@@character_set_client,@@auto_increment_increment,@@hostname,@@port";

    public static async ValueTask<(ServerFacts Server, SessionFacts Session)> ReadAsync(ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<string[]> rows = await session.QueryAsync(
            Query,
            static reader => Enumerable.Range(0, 8).Select(i => Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture)!).ToArray(),
            io, token).ConfigureAwait(false);
        string[] facts = rows[0];
        (ServerFlavor flavor, Version version) = ServerFacts.ParseVersion(facts[0], facts[1]);
        return (
            new(flavor, version, long.Parse(facts[2], CultureInfo.InvariantCulture), $"{facts[6]}:{facts[7]} {facts[0]}"),
            new(facts[3], facts[4], int.Parse(facts[5], CultureInfo.InvariantCulture)));
    }
}
