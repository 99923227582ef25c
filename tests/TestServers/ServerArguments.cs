using System.Globalization;

namespace TestServers;

/// <summary>The options as the server's command line spells them.</summary>
internal static class ServerArguments
{
    public static IEnumerable<string> From(ServerKind kind, ServerOptions options)
    {
        foreach (string? argument in Settings(options).Concat(Sizes(kind, options)).Concat(Durability(options)).Append(BinaryLog(options.BinaryLog)))
        {
            if (argument is not null)
                yield return argument;
        }
        if (options.BinaryLog is true)
            yield return "--server-id=1";
        if (options.RollbackOnTimeout)
            yield return "--innodb-rollback-on-timeout=ON";
        // The machine has a fixed number of contexts for native I/O, and a MySQL that gets none ends: servers of several test runs used them up.
        if (!options.SurvivesPowerCut)
            yield return "--innodb-use-native-aio=OFF";
        if (options.RequireTls)
            yield return "--require-secure-transport=ON";
    }

    private static IEnumerable<string?> Settings(ServerOptions options) =>
    [
        Argument("sql-mode", options.SqlMode),
        Argument("local-infile", OnOrOff(options.LocalInfile)),
        Argument("performance-schema", OnOrOff(options.PerformanceSchema)),
        Argument("max-allowed-packet", options.MaxAllowedPacket),
        Argument("auto-increment-increment", options.AutoIncrementIncrement),
        Argument("auto-increment-offset", options.AutoIncrementOffset),
        Argument("innodb-lock-wait-timeout", options.LockWaitTimeout),
        Argument("max-connections", options.MaxConnections),
        Argument("character-set-server", options.CharacterSet),
        Argument("innodb-purge-rseg-truncate-frequency", options.ShortensHistoryAtOnce ? 1 : null),
        Argument("innodb-snapshot-isolation", OnOrOff(options.SnapshotIsolation)),
    ];

    private static IEnumerable<string?> Sizes(ServerKind kind, ServerOptions options) =>
    [
        Argument("innodb-buffer-pool-size", options.BufferPoolSize ?? "64M"),
        kind is ServerKind.MySql
            ? Argument("innodb-redo-log-capacity", options.RedoLogCapacity ?? "64M")
            : Argument("innodb-log-file-size", options.RedoLogCapacity ?? "32M"),
    ];

    // 2 writes the redo log at each commit, and nosync leaves it to the operating system when files get onto the disk: a killed server loses nothing, a power cut the last seconds.
    private static IEnumerable<string?> Durability(ServerOptions options)
        => options.SurvivesPowerCut ? [] : ["--innodb-flush-log-at-trx-commit=2", "--innodb-flush-method=nosync", "--sync-binlog=0", "--innodb-doublewrite=OFF"];

    private static string? BinaryLog(bool? wanted) => wanted switch
    {
        true => "--log-bin=binlog",
        false => "--skip-log-bin",
        null => null,
    };

    private static string? OnOrOff(bool? wanted) => wanted is bool isOn ? (isOn ? "ON" : "OFF") : null;

    private static string? Argument(string name, IFormattable? value) => Argument(name, value?.ToString(null, CultureInfo.InvariantCulture));

    private static string? Argument(string name, string? value) => value is null ? null : $"--{name}={value}";
}
