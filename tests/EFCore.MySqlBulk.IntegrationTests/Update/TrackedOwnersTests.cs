using System.Text.Json;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>What tracked entities own in tables of their own is stored as <c>SaveChanges</c> stores it: the rows, the entities and what is tracked are the same.</summary>
[BothServers]
public abstract partial class TrackedOwnersTests(Servers servers, ServerKind kind)
{
    private const int Rows = 21;

    public static TheoryData<string, string, bool> Cases
    {
        get
        {
            TheoryData<string, string, bool> cases = [];
            foreach (string way in (string[])["update", "insert or update", "synchronize"])
            {
                foreach (string change in OwnedHouses.Changes.Append("all"))
                {
                    cases.Add(way, change, false);
                    cases.Add(way, change, true);
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Owners_are_stored_with_what_they_own(string way, string change, bool isAsync)
    {
        await using TestDatabase saved = await FilledAsync();
        await using TestDatabase sent = await FilledAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<House> theirs = await LoadAsync(saving);
        List<House> mine = await LoadAsync(context);
        theirs.ForEach(house => OwnedHouses.Change(house, change));
        mine.ForEach(house => OwnedHouses.Change(house, change));
        await saving.SaveChangesAsync(Token);

        BulkResult done = await RunAsync(context, way, isAsync, mine);

        Assert.Equal(Rows, done.RowsUpdated + done.RowsUnchanged);
        await AreAlikeAsync(saved, saving, theirs, sent, context, mine);
    }

    [Theory]
    [InlineData("update", false)]
    [InlineData("update", true)]
    [InlineData("insert or update", false)]
    [InlineData("insert or update", true)]
    public async Task After_a_failure_everything_is_as_before_and_the_call_can_be_made_again(string way, bool isAsync)
    {
        await using TestDatabase saved = await FilledAsync();
        await using TestDatabase sent = await FilledAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<House> theirs = await LoadAsync(saving);
        List<House> mine = await LoadAsync(context);
        theirs.ForEach(house => OwnedHouses.Change(house, "all"));
        mine.ForEach(house => OwnedHouses.Change(house, "all"));
        House last = mine.Last(house => house.Rooms.Any(room => room.Name.StartsWith("new", StringComparison.Ordinal)));
        await sent.ExecuteAsync("INSERT INTO houses (Name, Size) VALUES ('in the way', 0)", $"INSERT INTO rooms (HouseId, Name) SELECT MAX(Id), 'new room of {last.Name}' FROM houses");
        context.ChangeTracker.DetectChanges();
        List<string> stored = await SeenState.StoredAsync(sent, context);
        List<string> tracked = [.. SeenState.Tracked(context)];
        string held = JsonSerializer.Serialize(mine);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, way, isAsync, mine));

        Assert.Equal((BulkOutcome.Nothing, 1062, mine.IndexOf(last)), (refused.Outcome, refused.ErrorNumber, refused.RowIndex));
        Assert.Equal(tracked, SeenState.Tracked(context));
        Assert.Equal(held, JsonSerializer.Serialize(mine));
        Assert.Equal(stored, await SeenState.StoredAsync(sent, context));
        await sent.ExecuteAsync("DELETE FROM rooms WHERE HouseId = (SELECT MAX(Id) FROM houses)", "DELETE FROM houses WHERE Name = 'in the way'");

        await RunAsync(context, way, isAsync, mine);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await WithoutKeysAsync(saved), await WithoutKeysAsync(sent));
        Assert.Equal(JsonSerializer.Serialize(theirs), JsonSerializer.Serialize(mine));
        Assert.Equal(saving.ChangeTracker.Entries().Count(), context.ChangeTracker.Entries().Count());
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.DoesNotContain(SeenState.Tracked(context), line => line.Contains("temporary", StringComparison.Ordinal));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(CascadeTiming.OnSaveChanges, false)]
    [InlineData(CascadeTiming.OnSaveChanges, true)]
    public async Task Parts_that_are_deleted_only_when_they_are_saved_are_deleted(CascadeTiming timing, bool isAsync)
    {
        await using TestDatabase saved = await FilledAsync();
        await using TestDatabase sent = await FilledAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        foreach (ModelContext each in (ModelContext[])[saving, context])
            (each.ChangeTracker.DeleteOrphansTiming, each.ChangeTracker.CascadeDeleteTiming) = (timing, timing);
        List<House> theirs = await LoadAsync(saving);
        List<House> mine = await LoadAsync(context);
        theirs.ForEach(house => OwnedHouses.Change(house, "all"));
        mine.ForEach(house => OwnedHouses.Change(house, "all"));
        await saving.SaveChangesAsync(Token);

        await context.UpdateAsync(isAsync, mine);

        await AreAlikeAsync(saved, saving, theirs, sent, context, mine);
    }

    [Fact]
    public async Task A_part_that_was_deleted_by_others_is_a_conflict_and_an_owner_is_not_updated_then()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        List<House> houses = await LoadAsync(context);
        houses.ForEach(house => OwnedHouses.Change(house, "changed"));
        await database.ExecuteAsync($"DELETE FROM books WHERE HouseId = {houses[4].Id}");
        context.ChangeTracker.DetectChanges();
        List<string> tracked = [.. SeenState.Tracked(context)];

        BulkConcurrencyException conflict = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(houses, null, Token));

        Assert.Equal((BulkOutcome.Nothing, 4), (conflict.Outcome, conflict.RowIndexes.Single()));
        Assert.Same(houses[4].Books[^1], conflict.Entries.Single().Entity);
        Assert.Equal(tracked, SeenState.Tracked(context));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Name LIKE '%+'"));

        // What is held is inserted or updated.
        await context.BulkInsertOrUpdateAsync(houses, null, Token);
        Assert.Equal(1, await database.CountAsync($"SELECT COUNT(*) FROM books WHERE HouseId = {houses[4].Id} AND Title LIKE '%!'"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_owner_that_was_deleted_by_others_is_inserted_with_all_it_owns(bool isAsync)
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        List<House> houses = await LoadAsync(context);
        houses.ForEach(house => OwnedHouses.Change(house, (house.Id % 4) switch { 0 => "added", 2 => "removed", _ => "changed within" }));
        await database.ExecuteAsync("DELETE FROM houses WHERE Id % 2 = 0");

        await context.InsertOrUpdateAsync(isAsync, houses);

        await using ModelContext reading = database.Context();
        Assert.Equal(JsonSerializer.Serialize(await LoadAsync(reading)), JsonSerializer.Serialize(houses));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_selection_and_a_passed_over_owner_leave_the_changes_for_later()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        List<House> houses = await LoadAsync(context);
        houses.ForEach(house => OwnedHouses.Change(house, "all"));
        string[] parts = [.. Parts(context)];

        await context.BulkUpdateAsync(houses, new() { Update = house => house.Size }, Token);
        Assert.Equal(parts, Parts(context));

        await database.ExecuteAsync($"DELETE FROM houses WHERE Id = {houses[2].Id}");
        string[] passed = [.. Parts(context, houses[2])];
        Assert.NotEmpty(passed);
        await context.BulkUpdateAsync(houses, new() { NotFound = NotFoundRows.Ignore }, Token);
        Assert.Equal(passed, Parts(context));

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync(houses, new() { OnlyModified = true }, Token));
        Assert.Contains("has an entry of its own", refused.Message, StringComparison.Ordinal);

        static IEnumerable<string> Parts(ModelContext context, House? of = null)
            => context.ChangeTracker.Entries()
                .Where(entry => entry.Metadata.IsOwned() && entry.State != EntityState.Unchanged && (of is null || entry.Properties.First(p => p.Metadata.Name is "HouseId" or "RoomHouseId" or "AddressHouseId").CurrentValue is int id && id == of.Id))
                .Select(entry => $"{entry.Metadata.DisplayName()} {entry.State}").Order(StringComparer.Ordinal);
    }

    [Fact]
    public async Task In_the_callers_transaction_the_call_decides_as_for_one_table()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        List<House> houses = await LoadAsync(context);
        List<string> before = await SeenState.StoredAsync(database, context);
        houses.ForEach(house => OwnedHouses.Change(house, "all"));
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            await context.BulkUpdateAsync(houses, null, Token);
            await transaction.RollbackAsync(Token);
        }

        Assert.Equal(before, await SeenState.StoredAsync(database, context));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
    }

    [Fact]
    public async Task An_owner_that_the_context_takes_for_new_or_deleted_is_refused()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext loading = database.Context();
        House house = (await LoadAsync(loading))[5];
        await using ModelContext context = database.Context();
        context.Add(house);
        List<string> before = await SeenState.StoredAsync(database, context);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync([house], null, Token));
        Assert.Contains("is tracked as Added, so the change tracker does not show", refused.Message, StringComparison.Ordinal);
        context.ChangeTracker.Clear();
        House loaded = (await LoadAsync(context))[5];
        context.Remove(loaded);
        refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync([loaded], null, Token));
        Assert.Contains("is tracked as Deleted, so the change tracker does not show", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, await SeenState.StoredAsync(database, context));
    }

    private static async Task AreAlikeAsync(TestDatabase saved, ModelContext saving, List<House> theirs, TestDatabase sent, ModelContext context, List<House> mine)
    {
        Assert.Equal(InAnyOrder(await SeenState.StoredAsync(saved, saving)), InAnyOrder(await SeenState.StoredAsync(sent, context)));
        Assert.Equal(JsonSerializer.Serialize(theirs), JsonSerializer.Serialize(mine));
        Assert.Equal(InAnyOrder(SeenState.Tracked(saving)), InAnyOrder(SeenState.Tracked(context)));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    // New windows of several houses get their generated keys in another order than from SaveChanges.
    private static IEnumerable<string> InAnyOrder(IEnumerable<string> lines)
        => lines.Select(line => KeyAtEnd().Replace(line.StartsWith("window", StringComparison.OrdinalIgnoreCase) ? GeneratedKey().Replace(line, "Id") : line, "")).Order(StringComparer.Ordinal);

    [GeneratedRegex(@"\bId=\S+")]
    private static partial Regex GeneratedKey();

    // As in "Window#1.64.137", where the room's key comes first.
    [GeneratedRegex(@"(?<=Window#\d+\.\d+)\.\d+")]
    private static partial Regex KeyAtEnd();

    private static Task<BulkResult> RunAsync(ModelContext context, string way, bool isAsync, List<House> houses) => way switch
    {
        "update" => context.UpdateAsync(isAsync, houses),
        "insert or update" => context.InsertOrUpdateAsync(isAsync, houses),
        _ => context.SynchronizeAsync(isAsync, houses, new() { Scope = all => all.Where(house => house.Id <= Rows) }),
    };

    private static Task<List<House>> LoadAsync(ModelContext context) => context.Set<House>().OrderBy(house => house.Id).ToListAsync(Token);

    // A failed call has used up generated keys.
    private static async Task<List<string>> WithoutKeysAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<House>().AsNoTracking().OrderBy(house => house.Id).ToListAsync(Token)).Select(house => JsonSerializer.Serialize(house))];
    }

    private async Task<TestDatabase> FilledAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(OwnedHouses.Build);
        await using ModelContext context = database.Context();
        context.AddRange(OwnedHouses.New(Rows));
        await context.SaveChangesAsync(Token);
        return database;
    }
}
