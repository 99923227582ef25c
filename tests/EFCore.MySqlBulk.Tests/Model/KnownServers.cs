using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Tests.Model;

/// <summary>One server for each dialect.</summary>
internal static class KnownServers
{
    public static ServerFacts MySql97 { get; } = Of(ServerFlavor.MySql, 9, 7, 0);

    public static ServerFacts MySql8019 { get; } = Of(ServerFlavor.MySql, 8, 0, 19);

    public static ServerFacts MySql8018 { get; } = Of(ServerFlavor.MySql, 8, 0, 18);

    public static ServerFacts MariaDb1011 { get; } = Of(ServerFlavor.MariaDb, 10, 11, 6);

    public static ServerFacts MariaDb102 { get; } = Of(ServerFlavor.MariaDb, 10, 2, 44);

    /// <summary>A server that speaks the protocol, but is neither MySQL nor MariaDB.</summary>
    public static ServerFacts Imitator { get; } = Of(ServerFlavor.Other, 8, 0, 11);

    public static SessionFacts Session { get; } = new("STRICT_TRANS_TABLES", "utf8mb4 utf8mb4", 1, "shop");

    public static IReadOnlyDictionary<string, ServerFacts> ByName { get; } = new Dictionary<string, ServerFacts>
    {
        [nameof(MySql97)] = MySql97,
        [nameof(MySql8019)] = MySql8019,
        [nameof(MySql8018)] = MySql8018,
        [nameof(MariaDb1011)] = MariaDb1011,
        [nameof(MariaDb102)] = MariaDb102,
        [nameof(Imitator)] = Imitator,
    };

    private static ServerFacts Of(ServerFlavor flavor, int major, int minor, int build) => new(flavor, new(major, minor, build), 64 << 20, $"{flavor} {major}.{minor}");
}
