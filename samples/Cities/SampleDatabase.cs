using System.Data.Common;
using Cities.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace Cities;

/// <summary>The database that the sample works in. It does not touch what existed before, and drops what it created at the end.</summary>
internal sealed class SampleDatabase : IAsyncDisposable
{
    private const string DefaultName = "cities_sample";

    private readonly DbContextOptions<CitiesContext> _options;
    private readonly string _name;
    private readonly bool _isThrowaway;
    private bool _isOurs;
    private bool _hasOurTables;

    /// <param name="connectionString">The server, and optionally the database.</param>
    /// <param name="isThrowaway">The server ends with the run and takes everything with it.</param>
    /// <exception cref="CommandLineException">The driver does not know a setting of the connection string.</exception>
    public SampleDatabase(string connectionString, bool isThrowaway)
    {
        _isThrowaway = isThrowaway;
        DbConnectionStringBuilder settings = new() { ConnectionString = connectionString };
        if (!settings.ContainsKey("Database") && !settings.ContainsKey("Initial Catalog"))
            settings["Database"] = DefaultName;
        _options = Options(settings.ConnectionString);
        using CitiesContext context = Open();
        _name = context.Database.GetDbConnection().Database;
    }

    public CitiesContext Open() => new(_options);

    /// <summary>Creates the tables, and the database if it does not exist.</summary>
    /// <exception cref="SampleException">The database is not empty.</exception>
    public async Task CreateAsync(CancellationToken cancellationToken)
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
        // All three or none: only tables that certainly belong to the sample are dropped at the end.
        await creator.CreateTablesAsync(CancellationToken.None);
        _hasOurTables = true;
    }

    public async ValueTask DisposeAsync()
    {
        if (_isThrowaway)
            return;
        try
        {
            await using CitiesContext context = Open();
            if (_isOurs)
                await context.Database.EnsureDeletedAsync();
            else if (_hasOurTables)
                await context.Database.ExecuteSqlRawAsync("DROP TABLE IF EXISTS cities, districts, regions");
        }
        catch (DbException exception)
        {
            await Console.Error.WriteLineAsync($"The sample's tables in database '{_name}' could not be dropped: {exception.Message}");
        }
    }

    private static DbContextOptions<CitiesContext> Options(string connectionString)
    {
        try
        {
            return new DbContextOptionsBuilder<CitiesContext>().UseMySql(connectionString, ServerVersion.AutoDetect(connectionString)).Options;
        }
        catch (ArgumentException exception)
        {
            throw new CommandLineException($"--connection: {exception.Message}");
        }
    }
}
