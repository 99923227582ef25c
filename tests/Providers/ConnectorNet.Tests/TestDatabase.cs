using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>A database with the schema of one model, dropped at the end of the test.</summary>
internal sealed class TestDatabase : IAsyncDisposable
{
    private readonly Action<ModelBuilder> _model;
    private readonly ServerFixture _server;

    private TestDatabase(ServerFixture server, Action<ModelBuilder> model)
    {
        _server = server;
        _model = model;
        ConnectionString = server.ConnectionString($"provider_{Guid.NewGuid():N}");
    }

    public string ConnectionString { get; }

    public List<string> Statements { get; } = [];

    public static async Task<TestDatabase> CreateAsync(ServerFixture server, Action<ModelBuilder> model)
    {
        TestDatabase database = new(server, model);
        await using ModelContext context = database.Context();
        await context.Database.EnsureCreatedAsync();
        return database;
    }

    public ModelContext Context(Action<MySqlDbContextOptionsBuilder>? options = null) => new(
        new DbContextOptionsBuilder()
            .UseMySql(ConnectionString, _server.Version, options)
            .EnableSensitiveDataLogging()
            .LogTo(Statements.Add, [Microsoft.EntityFrameworkCore.Diagnostics.RelationalEventId.CommandExecuted])
            .Options,
        _model);

    public async ValueTask DisposeAsync()
    {
        await using ModelContext context = Context();
        await context.Database.EnsureDeletedAsync();
    }
}
