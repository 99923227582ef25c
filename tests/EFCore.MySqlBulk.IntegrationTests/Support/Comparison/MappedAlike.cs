using System.Text.Json;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Comparison;

/// <summary>Stores rows of a mapping twice, in bulk and by <c>SaveChanges</c>, each in a database of its own: afterwards rows, entities and what is tracked must be the same.</summary>
/// <param name="Server">The server.</param>
/// <param name="Model">The mapping.</param>
/// <param name="Make">Makes a row.</param>
/// <param name="Change">Changes it.</param>
internal sealed record MappedAlike<T>(RunningServer Server, Action<ModelBuilder> Model, Func<int, T> Make, Action<T, int> Change)
    where T : class
{
    public int Rows { get; init; } = 23;

    /// <summary>Inserts, updates and deletes rows that are not tracked, by each strategy.</summary>
    public async Task EveryStrategyAsync(bool isAsync)
    {
        await using TestDatabase saved = await Server.CreateAsync(Model);
        await using ModelContext saving = saved.Context();
        List<List<string>> expected = [];
        List<T> theirs = Made();
        saving.AddRange(theirs);
        await SaveAsync();
        Each(theirs, Change);
        await SaveAsync();
        saving.RemoveRange(Half(theirs));
        await SaveAsync();

        await using TestDatabase sent = await Server.CreateAsync(Model);
        BulkStrategy[] inserts = EveryStrategy.Inserts;
        BulkStrategy[] updates = EveryStrategy.Updates(Server.Server.Kind);
        bool hasTokens = saving.Model.GetEntityTypes().SelectMany(type => type.GetProperties()).Any(property => property.IsConcurrencyToken);
        BulkStrategy[] deletes = [.. EveryStrategy.Deletes(Server.Server.Kind).Where(strategy => !(hasTokens && strategy == BulkStrategy.KeyList))];
        for (int i = 0; i < Math.Max(inserts.Length, deletes.Length); i++)
        {
            await using ModelContext context = sent.Context(o => o.UseMySqlBulk());
            await EmptyAsync(sent, context);
            List<T> mine = Made();
            await SameAsync(0, inserts[i % inserts.Length], strategy => context.InsertAsync(isAsync, mine, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }));
            Assert.Equal(mine.Select(Shown).Order(StringComparer.Ordinal), (await context.Set<T>().AsNoTracking().ToListAsync(Token)).Select(Shown).Order(StringComparer.Ordinal));
            Each(mine, Change);
            await SameAsync(1, updates[i % updates.Length], strategy => context.UpdateAsync(isAsync, mine, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }));
            await SameAsync(2, deletes[i % deletes.Length], strategy => context.DeleteAsync(isAsync, Half(mine), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }));
            Assert.Empty(context.ChangeTracker.Entries());

            async Task SameAsync(int step, BulkStrategy strategy, Func<BulkStrategy, Task<BulkResult>> run)
            {
                BulkResult done = await run(strategy);
                Assert.Equal((strategy, step == 2 ? Rows / 2 : Rows), (done.Strategy, (int)done.RowsAffected));
                List<string> stored = await SeenState.StoredAsync(sent, context);
                Assert.Equal([$"{step} by {strategy}", .. expected[step]], [$"{step} by {strategy}", .. stored]);
            }
        }

        async Task SaveAsync()
        {
            await saving.SaveChangesAsync(Token);
            expected.Add(await SeenState.StoredAsync(saved, saving));
        }
    }

    /// <summary>Inserts, updates and deletes rows that are not tracked, by the strategy that the call chooses.</summary>
    public async Task ChosenStrategyAsync(bool isAsync)
    {
        await using TestDatabase saved = await Server.CreateAsync(Model);
        await using TestDatabase sent = await Server.CreateAsync(Model);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<T> theirs = Made();
        List<T> mine = Made();

        saving.AddRange(theirs);
        BulkResult done = await context.InsertAsync(isAsync, mine);
        Assert.Equal(Rows, done.RowsInserted);
        Assert.NotEqual(BulkStrategy.None, done.Strategy);
        await SameAsync();

        Each(theirs, Change);
        Each(mine, Change);
        Assert.Equal(Rows, (await context.UpdateAsync(isAsync, mine)).RowsUpdated);
        await SameAsync();

        saving.RemoveRange(Half(theirs));
        Assert.Equal(Rows / 2, (await context.DeleteAsync(isAsync, Half(mine))).RowsDeleted);
        await SameAsync();
        Assert.Empty(context.ChangeTracker.Entries());

        async Task SameAsync()
        {
            await saving.SaveChangesAsync(Token);
            List<string> expected = await SeenState.StoredAsync(saved, saving);
            Assert.True(expected.Count >= Rows / 2, "Hardly any row is compared.");
            Assert.Equal(expected, await SeenState.StoredAsync(sent, context));
        }
    }

    /// <summary>Inserts, updates and deletes rows that the context tracks.</summary>
    public async Task TrackedAsync(bool isAsync)
        => Assert.Equal(
            await TrackedAsync(saving => saving.SaveChangesAsync(Token), saving => saving.SaveChangesAsync(Token), (saving, half) =>
            {
                saving.RemoveRange(half);
                return saving.SaveChangesAsync(Token);
            }),
            await TrackedAsync(
                context => context.InsertAsync(isAsync, context.ChangeTracker.Entries<T>().Select(entry => entry.Entity).ToList()),
                context => context.UpdateAsync(isAsync, context.ChangeTracker.Entries<T>().Select(entry => entry.Entity).ToList()),
                (context, half) => context.DeleteAsync(isAsync, half)));

    private async Task<List<string>> TrackedAsync(Func<ModelContext, Task> insert, Func<ModelContext, Task> update, Func<ModelContext, List<T>, Task> delete)
    {
        List<string> seen = [];
        await using TestDatabase database = await Server.CreateAsync(Model);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<T> rows = Made();
        context.AddRange(rows);
        await insert(context);
        await SeeAsync("inserted");
        Each(rows, Change);
        await update(context);
        await SeeAsync("updated");
        Each(rows, Change);
        await delete(context, Half(rows));
        await update(context);
        await SeeAsync("deleted");
        return seen;

        async Task SeeAsync(string step)
        {
            seen.AddRange(SeenState.Tracked(context).Select(line => $"{step} {line}"));
            seen.AddRange((await SeenState.StoredAsync(database, context)).Select(line => $"{step} {line}"));
            seen.Add($"{step} {await context.SaveChangesAsync(Token)} are left to save");
        }
    }

    private static async Task EmptyAsync(TestDatabase database, ModelContext context)
        => await database.ExecuteAsync(
            ["SET foreign_key_checks = 0", .. context.Model.GetRelationalModel().Tables.Select(table => $"TRUNCATE TABLE `{table.Name}`")]);

    private List<T> Made() => [.. Enumerable.Range(0, Rows).Select(Make)];

    private static List<T> Half(List<T> rows) => rows[..(rows.Count / 2)];

    private static void Each(List<T> rows, Action<T, int> change)
    {
        for (int i = 0; i < rows.Count; i++)
            change(rows[i], i);
    }

    private static string Shown(T row) => JsonSerializer.Serialize<object>(row);
}
