using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Which cases of the tests that run on both servers a run takes. Two variants that have a driver or an EF Core version in common share their tests by halves.</summary>
/// <param name="IsFull">Every case on both servers in both modes, unless it is a half; what the servers do differently is tested on both.</param>
/// <param name="Half">1 or 2: each case on one server, which in the other half is the other one.</param>
/// <param name="Server">Each case on this server only.</param>
internal sealed record RunPart(bool IsFull, int? Half = null, ServerKind? Server = null)
{
    // 1 or 2.
    private const string HalfVariable = "MYSQLBULK_HALF";

    // MySql or MariaDb.
    private const string ServerVariable = "MYSQLBULK_SERVER";

    /// <summary>What the environment asks for.</summary>
    public static RunPart Asked { get; } = new(
        FullRun.IsAsked,
        int.TryParse(Environment.GetEnvironmentVariable(HalfVariable), out int half) ? half : null,
        Enum.TryParse(Environment.GetEnvironmentVariable(ServerVariable), out ServerKind server) ? server : null);

    /// <summary>Whether a case runs in both modes.</summary>
    public bool HasBothModes => IsFull && Half is null;

    /// <summary>Whether a case runs on a server.</summary>
    /// <param name="server">The server.</param>
    /// <param name="turn">Any number that tells the case from its neighbours.</param>
    /// <param name="isOnEach">Full halves and plain runs have it on both servers.</param>
    public bool Includes(ServerKind server, int turn, bool isOnEach)
    {
        if (Server is { } only)
            return server == only;
        bool isItsTurn = (server == ServerKind.MariaDb) == ((turn + (Half ?? 0)) % 2 == 1);
        return isItsTurn || (Half is null ? IsFull || isOnEach : IsFull && isOnEach);
    }
}
