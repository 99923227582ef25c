using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>A value comparer whose snapshot it does not find equal to the value: the entity keeps its own objects, as after <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class SnapshotTests(Servers servers, ServerKind kind)
{
    public static TheoryData<string> Calls => ["SaveChanges", "BulkSaveChanges", "BulkUpdate", "BulkUpdate of Days", "BulkUpdate of what is modified", "BulkInsertOrUpdate", "BulkSynchronize"];

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task An_entity_keeps_its_list(string call)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Model);
        await using ModelContext context = database.Context(options => options.UseMySqlBulk());
        Shift[] shifts = [.. Enumerable.Range(1, 12).Select(i => new Shift { Days = [i, i], Bytes = [1] })];
        if (call == "SaveChanges")
        {
            context.AddRange(shifts);
            await context.SaveChangesAsync(Token);
        }
        else
        {
            context.AddRange(shifts);
            await context.BulkInsertAsync(shifts, cancellationToken: Token);
        }

        Assert.All(shifts, (shift, i) => Assert.Equal([i + 1, i + 1], shift.Days));
        foreach (Shift shift in shifts)
            (shift.Days, shift.Bytes) = ([3, 3, shift.Id], [2]);
        List<int>[] days = [.. shifts.Select(shift => shift.Days)];

        await (call switch
        {
            "SaveChanges" => context.SaveChangesAsync(Token),
            "BulkSaveChanges" => context.BulkSaveChangesAsync(Token),
            "BulkUpdate" => context.BulkUpdateAsync(shifts, cancellationToken: Token),
            "BulkUpdate of Days" => context.BulkUpdateAsync(shifts, new() { Update = s => s.Days }, Token),
            "BulkUpdate of what is modified" => context.BulkUpdateAsync(shifts, new() { OnlyModified = true }, Token),
            "BulkInsertOrUpdate" => context.BulkInsertOrUpdateAsync(shifts, cancellationToken: Token),
            "BulkSynchronize" => (Task)context.BulkSynchronizeAsync(shifts, new() { WholeTable = true }, Token),
            _ => throw new ArgumentOutOfRangeException(nameof(call)),
        });

        Assert.All(shifts, (shift, i) => Assert.Same(days[i], shift.Days));
        Assert.All(shifts, shift => Assert.Equal([3, 3, shift.Id], shift.Days));
        // The comparer says so each time.
        Assert.All(shifts, shift => Assert.True(context.Entry(shift).Property(s => s.Days).IsModified));
        await using ModelContext other = database.Context();
        Assert.Equal(shifts.Select(shift => $"3,3,{shift.Id}"), (await other.Set<Shift>().OrderBy(s => s.Id).ToListAsync(Token)).Select(s => string.Join(',', s.Days)));
    }

    private static void Model(ModelBuilder model) => model.Entity<Shift>().Property(s => s.Days).HasConversion(
        days => string.Join(',', days),
        text => text.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(int.Parse).ToList(),
        new ValueComparer<List<int>>((a, b) => a!.SequenceEqual(b!), days => days.Count, days => days.Distinct().ToList()));

    private sealed class Shift
    {
        public int Id { get; set; }

        public List<int> Days { get; set; } = [];

        public byte[] Bytes { get; set; } = [];
    }
}
