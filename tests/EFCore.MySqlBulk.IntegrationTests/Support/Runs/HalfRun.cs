using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>A run in which each test runs on one server only: on the one that is asked for, or on one of the two, and in the other half on the other one. Two variants that have a driver or an EF Core version
/// in common share their tests by halves.</summary>
internal static class HalfRun
{
    // 1 or 2.
    private const string HalfVariable = "MYSQLBULK_HALF";

    // MySql or MariaDb.
    private const string ServerVariable = "MYSQLBULK_SERVER";

    private static readonly int? Half = int.TryParse(Environment.GetEnvironmentVariable(HalfVariable), out int half) ? half : null;
    private static readonly ServerKind? Server = Enum.TryParse(Environment.GetEnvironmentVariable(ServerVariable), out ServerKind server) ? server : null;

    /// <summary>Whether a case runs on a server.</summary>
    /// <param name="server">The server.</param>
    /// <param name="turn">Any number that tells the case from its neighbours.</param>
    /// <param name="isOneOfMany">Other cases of the same test run on the other server.</param>
    public static bool Includes(ServerKind server, int turn, bool isOneOfMany)
        => Server is { } only ? server == only : (Half is null && !isOneOfMany) || (server == ServerKind.MariaDb) == ((turn + (Half ?? 0)) % 2 == 1);
}
