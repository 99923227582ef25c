using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Models and contexts come and go, and the library keeps none of them.</summary>
[Collection(nameof(Alone))]
[OnlyInFullRuns("Nothing: what stays in memory of a model that has gone is measured there only.")]
public sealed class PassingModelTests(Servers servers)
{
    private const int Models = 100;
    private const int Contexts = 10;
    private const long Growth = 20 << 20;

    [Fact]
    public async Task A_thousand_contexts_of_a_hundred_models_leave_nothing_behind()
    {
        await using TestDatabase database = await servers.OfAsync(ServerKind.MySql).CreateAsync(static _ => { });
        await database.ExecuteAsync([.. Enumerable.Range(0, Models).Select(number => $"CREATE TABLE {PassingModels.Table(number)} (Id int AUTO_INCREMENT PRIMARY KEY, Text longtext NOT NULL)")]);
        PassingModels passing = new(database, Models, Contexts);
        await PassAsync(passing, 0, Models / 10);
        long before = await ManagedAsync();
        await PassAsync(passing, Models / 10, Models - 1);
        // The last model stays, and must not hold its contexts.
        IModel last = await passing.UseAsync(Models - 1);
        long after = await ManagedAsync();

        TestContext.Current.TestOutputHelper!.WriteLine($"{before / 1024} kB after a tenth, {after / 1024} kB at the end");
        Assert.Empty(passing.ContextsInMemory);
        Assert.Equal([Models - 1], passing.ModelsInMemory);
        Assert.True(after - before < Growth, $"{before} bytes after a tenth, {after} at the end");
        Assert.Equal(((Contexts - 1) * 12) + 1, await database.CountAsync($"SELECT COUNT(*) FROM {PassingModels.Table(Models - 1)}"));
        GC.KeepAlive(last);
    }

    private static Task PassAsync(PassingModels passing, int from, int to)
        => Parallel.ForEachAsync(Enumerable.Range(from, to - from), TestContext.Current.CancellationToken, async (number, _) => await passing.UseAsync(number));

    // The frames of what has just run are still on the stack, and hold the last contexts.
    private static async Task<long> ManagedAsync()
    {
        await Task.Delay(50, TestContext.Current.CancellationToken);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }

    /// <summary>Nothing else runs beside these tests: they measure the memory of the process.</summary>
    [CollectionDefinition(nameof(Alone), DisableParallelization = true)]
    public sealed class Alone;
}
