using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Hosting;
using Sync.Model;

namespace Sync;

/// <summary>The database that the sample works in. It does not touch what existed before, and drops what it created at the end. An application has migrations instead.</summary>
internal sealed class SampleDatabase : IHostedService, IAsyncDisposable
{
    private const string DefaultName = "cities_sync";

    private readonly string _connectionString;
    private readonly ServerVersion _version;
    private readonly string _name;
    private bool _isOurs;
    private bool _hasOurTable;

    /// <param name="connectionString">The server, and optionally the database.</param>
    /// <param name="isThrowaway">The server ends with the run and takes everything with it.</param>
    /// <exception cref="CommandLineException">The driver does not know a setting of the connection string.</exception>
    public SampleDatabase(string connectionString, bool isThrowaway)
    {
        IsThrowaway = isThrowaway;
        DbConnectionStringBuilder settings = new() { ConnectionString = connectionString };
        if (!settings.ContainsKey("Database") && !settings.ContainsKey("Initial Catalog"))
            settings["Database"] = DefaultName;
        _connectionString = settings.ConnectionString;
        _version = VersionOf(_connectionString);
        using CitiesContext context = Open();
        _name = context.Database.GetDbConnection().Database;
    }

    /// <summary>It is on a server of its own, a MySQL with default settings.</summary>
    public bool IsThrowaway { get; }

    public void Configure(DbContextOptionsBuilder options) => options.UseMySql(_connectionString, _version);

    public CitiesContext Open()
    {
        DbContextOptionsBuilder<CitiesContext> options = new();
        Configure(options);
        return new(options.Options);
    }

    /// <summary>Creates the table, and the database if it does not exist.</summary>
    /// <exception cref="SampleException">The database is not empty.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await using CitiesContext context = Open();
        IRelationalDatabaseCreator creator = context.GetService<IRelationalDatabaseCreator>();
        if (!await creator.ExistsAsync(cancellationToken))
        {
            await creator.CreateAsync(cancellationToken);
            _isOurs = true;
        }
        else if (await creator.HasTablesAsync(cancellationToken))
        {
            throw new SampleException(
                $"Database '{_name}' already has tables, and the sample never touches what it did not create. "
                + "Name a database in --connection that is empty or does not exist.");
        }

        cancellationToken.ThrowIfCancellationRequested();
        await creator.CreateTablesAsync(CancellationToken.None);
        _hasOurTable = true;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (IsThrowaway)
            return;
        try
        {
            await using CitiesContext context = Open();
            if (_isOurs)
                await context.Database.EnsureDeletedAsync();
            else if (_hasOurTable)
                await context.Database.ExecuteSqlRawAsync("DROP TABLE IF EXISTS cities");
            _isOurs = _hasOurTable = false;
        }
        catch (DbException exception)
        {
            await Console.Error.WriteLineAsync($"The sample's table in database '{_name}' could not be dropped: {exception.Message}");
        }
    }

    private static ServerVersion VersionOf(string connectionString)
    {
        try
        {
            return ServerVersion.AutoDetect(connectionString);
        }
        catch (ArgumentException exception)
        {
            throw new CommandLineException($"--connection: {exception.Message}");
        }
    }
}
