using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>One server for the whole test run, and databases on it.</summary>
public abstract class ServerFixture : IAsyncLifetime
{
    private string _connectionString = "";
    private ServerVersion? _version;

    public ServerVersion Version => _version ?? throw new InvalidOperationException("The server was not started.");

    protected abstract string Address { get; }

    public string ConnectionString(string database) => $"{_connectionString};Database={database}";

    public ValueTask InitializeAsync()
    {
        _connectionString = Address;
        _version = ServerVersion.AutoDetect(_connectionString);
        return default;
    }

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return default;
    }
}
