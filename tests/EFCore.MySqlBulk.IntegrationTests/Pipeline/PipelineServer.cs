using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Opens pipeline sessions on a test server.</summary>
internal static class PipelineServer
{
    /// <summary>The connection settings of root.</summary>
    public static PipelineSettings Settings(this RunningServer server)
    {
        DbConnectionStringBuilder root = new() { ConnectionString = server.Server.ConnectionString };
        return new()
        {
            Host = Text("Server") ?? Text("Host") ?? "127.0.0.1",
            Port = int.Parse(Text("Port") ?? "3306", CultureInfo.InvariantCulture),
            User = Text("User ID") ?? Text("Uid") ?? "root",
            Password = Text("Password") ?? "",
            AllowPublicKeyRetrieval = true,
            ConnectTimeout = TimeSpan.FromSeconds(60),
        };

        string? Text(string key) => root.TryGetValue(key, out object? value) ? (string)value : null;
    }

    public static ValueTask<PipelineSession> OpenAsync(this PipelineSettings settings, bool synchronous = false)
        => PipelineSession.OpenAsync(settings, synchronous, TestContext.Current.CancellationToken);

    /// <summary>A session in a fresh database, which it drops when it is closed by <see cref="DropAsync" />.</summary>
    public static async Task<(PipelineSession Session, string Database)> CreateAsync(this RunningServer server, bool synchronous = false)
    {
        PipelineSession session = await server.Settings().OpenAsync(synchronous);
        string database = "p_" + Guid.NewGuid().ToString("N")[..16];
        await session.QueryAsync($"CREATE DATABASE {database} CHARACTER SET utf8mb4; USE {database}");
        return (session, database);
    }

    public static async Task DropAsync(this PipelineSession session, string database)
    {
        await session.QueryAsync($"DROP DATABASE {database}");
        await session.CloseAsync();
    }

    public static async Task<string?> ValueAsync(this PipelineSession session, string query) => (await session.QueryAsync(query))[0][0];

    /// <summary>A file of the server; the test is skipped if it cannot be reached.</summary>
    public static async Task<string> FileAsync(this RunningServer server, string query)
    {
        PipelineSession session = await server.Settings().OpenAsync();
        string path = (await session.ValueAsync(query))!;
        await session.CloseAsync();
        Assert.SkipUnless(File.Exists(path), "The server's files are out of reach (a container, or another machine).");
        return path;
    }
}
