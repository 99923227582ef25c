using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The machine that the figures were measured on.</summary>
internal sealed record Machine
{
    private static readonly string[] Variables =
    [
        "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "innodb_buffer_pool_size", "innodb_redo_log_capacity", "innodb_log_file_size",
    ];

    public required DateTimeOffset Date { get; init; }

    /// <summary>When the run went on for the last time; null if it never did.</summary>
    public DateTimeOffset? LastDate { get; init; }

    public required int Cores { get; init; }

    public required string OperatingSystem { get; init; }

    public required string Runtime { get; init; }

    public required string EFCore { get; init; }

    public required string Provider { get; init; }

    public required string Driver { get; init; }

    public required string Server { get; init; }

    public required IReadOnlyDictionary<string, string> ServerSettings { get; init; }

    /// <summary>The day of the figures, or the first and the last one.</summary>
    public string Days() => LastDate is { } last && last.Date != Date.Date
        ? string.Create(CultureInfo.InvariantCulture, $"{Date:yyyy-MM-dd} to {last:yyyy-MM-dd}")
        : Date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>Whether figures of both may stand in one table.</summary>
    public bool IsLike(Machine other) =>
        (Cores, OperatingSystem, Runtime, EFCore, Provider, Driver, Server) == (other.Cores, other.OperatingSystem, other.Runtime, other.EFCore, other.Provider, other.Driver, other.Server);

    public static async Task<Machine> ReadAsync(BenchDatabase database)
    {
        await using BenchContext context = await database.OpenAsync();
        Assembly driver = context.Database.GetDbConnection().GetType().Assembly;
        return new()
        {
            Date = DateTimeOffset.Now,
            Cores = Environment.ProcessorCount,
            OperatingSystem = RuntimeInformation.OSDescription,
            Runtime = RuntimeInformation.FrameworkDescription,
            EFCore = VersionOf(typeof(DbContext).Assembly),
            Provider = context.Database.ProviderName!,
            Driver = $"{driver.GetName().Name} {VersionOf(driver)}",
            Server = await context.TextAsync("SELECT CONCAT(@@version, ' ', @@version_comment)"),
            ServerSettings = await SettingsAsync(context),
        };
    }

    // An assembly's own version may be that of the first release that is compatible.
    private static string VersionOf(Assembly assembly) => assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    private static async Task<IReadOnlyDictionary<string, string>> SettingsAsync(BenchContext context)
    {
        Dictionary<string, string> settings = [];
        foreach (string variable in Variables)
        {
            string value = await context.TextAsync($"SELECT VARIABLE_VALUE FROM {Table(context)} WHERE VARIABLE_NAME = '{variable}'");
            if (value.Length > 0)
                settings[variable] = value;
        }
        return settings;
    }

    private static string Table(BenchContext context) => context.Database.GetDbConnection().ServerVersion.Contains("MariaDB", StringComparison.OrdinalIgnoreCase)
        ? "information_schema.GLOBAL_VARIABLES"
        : "performance_schema.global_variables";
}
