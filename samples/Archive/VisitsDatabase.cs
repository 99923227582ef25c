using System.Data.Common;
using Archive.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace Archive;

/// <summary>The database that the sample works in. It does not touch what existed before. An application has migrations instead.</summary>
internal sealed class VisitsDatabase
{
    private const string DefaultName = "visits_archive";

    private readonly DbContextOptions<VisitsContext> _options;
    private readonly string _name;
    private bool _isOurs;

    /// <param name="connectionString">The server, and optionally the database.</param>
    /// <exception cref="CommandLineException">The driver does not know a setting of the connection string.</exception>
    public VisitsDatabase(string connectionString)
    {
        DbConnectionStringBuilder settings = new() { ConnectionString = connectionString };
        if (!settings.ContainsKey("Database") && !settings.ContainsKey("Initial Catalog"))
            settings["Database"] = DefaultName;
        try
        {
            _options = new DbContextOptionsBuilder<VisitsContext>().UseMySql(settings.ConnectionString, ServerVersion.AutoDetect(settings.ConnectionString)).Options;
        }
        catch (ArgumentException exception)
        {
            throw new CommandLineException($"--connection: {exception.Message}");
        }

        using VisitsContext context = Open();
        _name = context.Database.GetDbConnection().Database;
    }

    public VisitsContext Open() => new(_options);

    /// <summary>Creates the tables, and the database if it does not exist.</summary>
    /// <exception cref="SampleException">The database is not empty.</exception>
    public async Task CreateAsync(CancellationToken cancellationToken)
    {
        await using VisitsContext context = Open();
        IRelationalDatabaseCreator creator = context.GetService<IRelationalDatabaseCreator>();
        if (!await creator.ExistsAsync(cancellationToken))
        {
            await creator.CreateAsync(cancellationToken);
            _isOurs = true;
        }
        else if (await creator.HasTablesAsync(cancellationToken))
        {
            throw new SampleException($"Database '{_name}' already has tables, and the sample never touches what it did not create. Name a database that is empty or does not exist, or --resume a run that was interrupted in it.");
        }

        await creator.CreateTablesAsync(CancellationToken.None);
    }

    /// <summary>The run that was interrupted.</summary>
    /// <exception cref="SampleException">There is none.</exception>
    public async Task<Run> FindRunAsync(CancellationToken cancellationToken)
    {
        await using VisitsContext context = Open();
        return await context.GetService<IRelationalDatabaseCreator>().ExistsAsync(cancellationToken) && await context.Runs.AsNoTracking().SingleOrDefaultAsync(cancellationToken) is { } run
            ? run
            : throw new SampleException($"There is no run to resume in database '{_name}'.");
    }

    public async Task DropAsync()
    {
        await using VisitsContext context = Open();
        if (_isOurs)
            await context.Database.EnsureDeletedAsync();
        else
            await context.Database.ExecuteSqlRawAsync("DROP TABLE visits, archived_visits, views, runs");
    }
}
