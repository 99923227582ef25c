using System.Data.Common;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>This run's own database, dropped at its end.</summary>
internal sealed class BenchDatabase : IAsyncDisposable
{
    // SaveChanges sends as many rows at once as it can: the strong baseline, not the default of 42.
    public const int SaveChangesBatch = 1_000;

    private readonly DbContextOptions<BenchContext> _options;
    private readonly bool _isOwner;

    private BenchDatabase(string connectionString, ServerVersion version, bool isOwner, bool loadsData = false)
    {
        ConnectionString = connectionString;
        Version = version;
        _isOwner = isOwner;
        DbContextOptionsBuilder<BenchContext> options = new DbContextOptionsBuilder<BenchContext>().UseMySql(connectionString, version, o => o.MaxBatchSize(SaveChangesBatch));
        _options = (loadsData ? options.UseMySqlBulk(bulk => bulk.AllowLoadData()) : options).Options;
    }

    public string ConnectionString { get; }

    public ServerVersion Version { get; }

    public static async Task<BenchDatabase> CreateAsync(string serverConnection)
    {
        ServerVersion version = await ServerVersion.AutoDetectAsync(serverConnection);
        DbConnectionStringBuilder connection = new() { ConnectionString = serverConnection };
        connection["Database"] = "bench_" + Guid.NewGuid().ToString("N")[..12];
        BenchDatabase database = new(connection.ConnectionString, version, isOwner: true) { AllowsLocalInfile = await AllowsLocalInfileAsync(serverConnection, version) };
        await using BenchContext context = database.Context();
        await context.Database.EnsureCreatedAsync();
        return database;
    }

    /// <summary>A database that another process has created.</summary>
    public static async Task<BenchDatabase> OfAsync(string connectionString) => new(connectionString, await ServerVersion.AutoDetectAsync(connectionString), isOwner: false);

    /// <summary>Whether the server takes LOAD DATA LOCAL.</summary>
    public bool AllowsLocalInfile { get; private init; }

    public BenchContext Context() => new(_options);

    /// <summary>A context whose connection is open, for work that is not timed.</summary>
    public async Task<BenchContext> OpenAsync()
    {
        BenchContext context = Context();
        await context.Database.OpenConnectionAsync();
        return context;
    }

    /// <summary>The same database, reached through another connection string.</summary>
    public BenchDatabase Through(string connectionString) => new(connectionString, Version, isOwner: false) { AllowsLocalInfile = AllowsLocalInfile };

    /// <summary>The same database, by connections on which the library may choose LOAD DATA.</summary>
    public BenchDatabase LoadingData() => new($"{ConnectionString};AllowLoadLocalInfile=True", Version, isOwner: false, loadsData: true) { AllowsLocalInfile = AllowsLocalInfile };

    public async ValueTask DisposeAsync()
    {
        if (!_isOwner)
            return;
        await using BenchContext context = Context();
        await context.Database.EnsureDeletedAsync();
    }

    private static async Task<bool> AllowsLocalInfileAsync(string serverConnection, ServerVersion version)
    {
        await using BenchContext context = await new BenchDatabase(serverConnection, version, isOwner: false).OpenAsync();
        return await context.CountAsync("SELECT @@GLOBAL.local_infile") != 0;
    }
}
