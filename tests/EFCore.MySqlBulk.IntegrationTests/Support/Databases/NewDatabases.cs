using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>Databases on a server that may have to start first.</summary>
internal static class NewDatabases
{
    /// <inheritdoc cref="RunningServer.CreateAsync" />
    public static async Task<TestDatabase> CreateAsync(this Task<RunningServer> server, Action<ModelBuilder> model, string connection = "")
        => await (await server).CreateAsync(model, connection);
}
