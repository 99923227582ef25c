using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>Contexts whose connections lead through a proxy.</summary>
public static class ThroughProxy
{
    /// <summary>A new context on a database, reached through the proxy.</summary>
    /// <param name="database">The database.</param>
    /// <param name="proxy">The way to it.</param>
    /// <param name="more">More connection-string settings, <c>Key=Value;…</c>.</param>
    /// <param name="configure">More of the context's options.</param>
    public static ModelContext Context(this TestDatabase database, FaultProxy proxy, string more = "", Action<DbContextOptionsBuilder>? configure = null)
        => database.Context(options =>
        {
            options.UseMySql(proxy.ConnectionString(database.ConnectionString, more), database.Server.Version);
            configure?.Invoke(options);
        });

    /// <summary>The queries that some work has sent.</summary>
    public static async Task<string[]> SentAsync(this FaultProxy proxy, Func<Task> work)
    {
        Dictionary<ProxyLink, int> before = proxy.Links.ToDictionary(link => link, link => link.Queries.Count);
        await work();
        return [.. proxy.Links.SelectMany(link => link.Queries.Skip(before.GetValueOrDefault(link)))];
    }
}
