using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Opens pipelines on a test server, over connections of the driver.</summary>
internal static class PipelineServer
{
    // What the proxy and the tests see is what is sent, and a session that ends does so at once. Left alone, Connector/NET talks in the server's default character set, latin1 on MariaDB 10.11.
    private const string Plain = "Character Set=utf8mb4;SslMode=Disabled;Pooling=False;AllowUserVariables=True;AllowPublicKeyRetrieval=True;AllowLoadLocalInfile=True;Connection Timeout=60";

    /// <summary>A session of root.</summary>
    /// <param name="server">The server.</param>
    /// <param name="synchronous">It blocks instead of awaiting.</param>
    /// <param name="more">More connection-string settings, <c>Key=Value;…</c>.</param>
    public static Task<BorrowedSession> OpenAsync(this RunningServer server, bool synchronous = false, string more = "")
        => BorrowedSession.OpenAsync(new DbConnectionStringBuilder { ConnectionString = $"{server.Server.ConnectionString};{Plain};{more}" }.ConnectionString, synchronous);

    /// <summary>A session in a fresh database, which it drops when it is closed by <see cref="BorrowedSession.DropAsync" />.</summary>
    public static async Task<(BorrowedSession Session, string Database)> CreateAsync(this RunningServer server, bool synchronous = false)
    {
        string database = "p_" + Guid.NewGuid().ToString("N")[..16];
        await using (BorrowedSession root = await server.OpenAsync(synchronous))
            await root.QueryAsync($"CREATE DATABASE {database} CHARACTER SET utf8mb4");
        return (await server.OpenAsync(synchronous, $"Database={database}"), database);
    }
}
