using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>The server's threads that serve a test's connections.</summary>
internal static class Threads
{
    // A server notices a closed connection when it next reads or writes; ending the thread takes a moment longer.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>How many of the connections the server still serves.</summary>
    public static Task<long> CountAsync(TestDatabase database, IEnumerable<ProxyLink> links)
    {
        string numbers = string.Join(",", links.Select(link => link.ThreadId.ToString(CultureInfo.InvariantCulture)).DefaultIfEmpty("0"));
        return CountAsync(database, $"ID IN ({numbers})");
    }

    /// <summary>How many threads meet a condition.</summary>
    public static Task<long> CountAsync(TestDatabase database, string condition) => database.CountAsync($"SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE {condition}");

    /// <summary>Fails unless the server soon serves none of the connections.</summary>
    public static Task GoneAsync(TestDatabase database, IEnumerable<ProxyLink> links) => NoneAsync(() => CountAsync(database, links));

    /// <summary>Fails unless the server soon serves no other connection to the database; its connections must not be pooled.</summary>
    public static Task GoneAsync(TestDatabase database) => GoneAsync(database, $"DB = '{database.Name}' AND ID <> CONNECTION_ID()");

    /// <summary>Fails unless soon no thread meets a condition.</summary>
    public static Task GoneAsync(TestDatabase database, string condition) => NoneAsync(() => CountAsync(database, condition));

    /// <summary>Returns when a thread meets a condition, or fails as the work does if that ends instead.</summary>
    public static async Task ReachedAsync(TestDatabase database, Task work, string condition)
    {
        for (long started = Stopwatch.GetTimestamp(); await CountAsync(database, condition) == 0; await Task.Delay(20))
        {
            if (work.IsCompleted)
            {
                await work;
                Assert.Fail($"The work ended, and no thread met the condition: {condition}.");
            }
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience, $"No thread met the condition: {condition}.");
        }
    }

    private static async Task NoneAsync(Func<Task<long>> count)
    {
        long started = Stopwatch.GetTimestamp();
        long left;
        while ((left = await count()) > 0 && Stopwatch.GetElapsedTime(started) < Patience)
            await Task.Delay(20);
        Assert.Equal(0, left);
    }
}
