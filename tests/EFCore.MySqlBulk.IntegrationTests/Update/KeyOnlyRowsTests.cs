using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Rows that have nothing but their keys, such as those of join tables: no call has a column of them to update.</summary>
[BothServers]
public abstract class KeyOnlyRowsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("upsert", true)]
    [InlineData("upsert", false)]
    [InlineData("stream", true)]
    [InlineData("if absent", true)]
    [InlineData("if absent", false)]
    [InlineData("synchronize", true)]
    public async Task New_ones_are_inserted_and_the_others_left(string call, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Links(0, 10), cancellationToken: Token);
        List<Link> given = Links(5, 10);

        BulkResult done = call switch
        {
            "upsert" => await context.InsertOrUpdateAsync(isAsync, given),
            "stream" => await context.InsertOrUpdateAsync(isAsync, given.Where(_ => true)),
            "if absent" => await context.InsertIfAbsentAsync(isAsync, given),
            _ => await context.SynchronizeAsync(isAsync, given, new() { WholeTable = true }),
        };

        Assert.Equal((5, 0, 5), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(call == "synchronize" ? 10 : 15, await database.CountAsync("SELECT COUNT(*) FROM links"));
        if (call == "upsert")
            done = await context.InsertOrUpdateAsync(isAsync, given);
        Assert.Equal(call == "upsert" ? (0, 0, 10) : (5, 0, 5), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_with_all_else_in_Match_or_InsertOnly_are_left_too(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Tag> stored = [new() { Name = "a" }, new() { Name = "b" }];
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        List<Tag> given = [new() { Name = "b" }, new() { Name = "c" }];

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, given, new() { Match = tag => tag.Name });

        Assert.Equal((1, 0, 1), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal([stored[1].Id, stored[1].Id + 1], given.Select(tag => tag.Id));
        given[0].Name = "other";
        done = await context.InsertOrUpdateAsync(isAsync, given, new() { InsertOnly = tag => tag.Name });
        Assert.Equal((0, 0, 2), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(["a", "b", "c"], (await context.Set<Tag>().OrderBy(tag => tag.Id).ToListAsync(Token)).Select(tag => tag.Name));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_update_sends_nothing_as_SaveChanges_does(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<string> log = [];
        List<List<string>> seen = [];
        foreach (bool inBulk in (bool[])[false, true])
        {
            await database.ExecuteAsync("DELETE FROM links");
            await using ModelContext context = database.Context(options => options.LogTo(line => log.Add(line), [Microsoft.EntityFrameworkCore.Diagnostics.RelationalEventId.CommandExecuting]));
            List<Link> links = Links(0, 6);
            context.AddRange(links);
            await context.SaveChangesAsync(Token);
            // One of them is gone, which neither notices.
            await database.ExecuteAsync("DELETE FROM links WHERE LeftId = 3");
            context.UpdateRange(links);
            links.AddRange(Links(9, 1));
            context.Add(links[^1]);
            log.Clear();
            if (inBulk)
                Assert.Equal((0, 7), ((await context.UpdateAsync(isAsync, links)).RowsUpdated, (await context.UpdateAsync(isAsync, Links(100, 7))).RowsUnchanged));
            Assert.DoesNotContain(log, line => line.Contains("UPDATE", StringComparison.Ordinal));
            // What was added is still to be saved.
            Assert.Equal(1, await context.SaveChangesAsync(Token));
            seen.Add([.. SeenState.Tracked(context), .. await SeenState.StoredAsync(database, context)]);
        }

        Assert.Equal(seen[0], seen[1]);
    }

    [Fact]
    public async Task An_update_that_sends_nothing_says_so()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        BulkExplanation explained = await context.ExplainBulkUpdateAsync(Links(0, 3), cancellationToken: Token);
        BulkResult done = await context.BulkUpdateAsync(Links(0, 3), cancellationToken: Token);
        Assert.Equal(("there is no column to update", ""), (explained.Reason, explained.FirstStatement));
        Assert.Equal(explained.Reason, done.Reason);
        // What is named must leave something to update.
        Assert.Contains("has no property to update", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync([new Tag { Id = 1 }], new() { Except = tag => tag.Name }, Token))).Message, StringComparison.Ordinal);
        Assert.Contains("has no property to update", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync([new Tag { Id = 1 }], new() { Match = tag => tag.Name }, Token))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Types_of_a_hierarchy_with_columns_of_their_own_are_updated()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Thing { Id = 1 }, new Named { Id = 2, Name = "a" }, new Thing { Id = 3 }], cancellationToken: Token);
        List<Thing> given = [new() { Id = 1 }, new Named { Id = 2, Name = "b" }, new() { Id = 3 }, new() { Id = 4 }, new Named { Id = 5, Name = "c" }];
        BulkResult done = await context.BulkInsertOrUpdateAsync(given, cancellationToken: Token);
        Assert.Equal((2, 1, 2), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        ((Named)given[1]).Name = "d";
        done = await context.BulkUpdateAsync(given, cancellationToken: Token);
        Assert.Equal((2, 3), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(["d", "c"], await context.Set<Named>().OrderBy(named => named.Id).Select(named => named.Name).ToListAsync(Token));
    }

    private static List<Link> Links(int from, int count) => [.. Enumerable.Range(from, count).Select(i => new Link { LeftId = i, RightId = $"r{i}" })];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Link>(link =>
        {
            link.ToTable("links").HasKey(l => new { l.LeftId, l.RightId });
            link.Property(l => l.RightId).HasMaxLength(20);
        });
        model.Entity<Tag>(tag =>
        {
            tag.ToTable("tags").HasIndex(t => t.Name).IsUnique();
            tag.Property(t => t.Name).HasMaxLength(20);
        });
        model.Entity<Thing>().ToTable("things").Property(thing => thing.Id).ValueGeneratedNever();
        model.Entity<Named>();
    });

    private sealed class Link
    {
        public int LeftId { get; set; }

        public string RightId { get; set; } = "";
    }

    private sealed class Tag
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private class Thing
    {
        public int Id { get; set; }
    }

    private sealed class Named : Thing
    {
        public string Name { get; set; } = "";
    }
}
