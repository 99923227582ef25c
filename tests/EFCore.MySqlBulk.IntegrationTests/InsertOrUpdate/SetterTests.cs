using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Stored rows are set property by property, for entities that no object initializer can make.</summary>
[BothServers]
public abstract class SetterTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, 4)]
    [InlineData(false, 4)]
    [InlineData(true, 3_500)]
    public async Task Existing_rows_get_what_is_set_and_new_rows_everything(bool isAsync, int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Meters(rows, 1));
        List<Meter> given = Meters(rows + 3, 10);

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, given, new()
        {
            Setters = s => s
                .SetProperty(m => m.Total, (stored, given) => stored.Total + given.Total)
                .SetProperty(m => m.Place.City, (stored, given) => given.Place.City)
                .SetProperty(m => m.Source, "call"),
        });

        Assert.Equal((3L, (long)rows), (done.RowsInserted, done.RowsUpdated));
        List<Meter> stored = await context.Set<Meter>().AsNoTracking().OrderBy(m => m.Id).ToListAsync(Token);
        Assert.Equal(Enumerable.Range(0, rows).Select(i => (i + 1, 11, "city 10", "street 1", "call")), stored.Take(rows).Select(Values));
        Assert.Equal(Enumerable.Range(rows, 3).Select(i => (i + 1, 10, "city 10", "street 10", "given")), stored.Skip(rows).Select(Values));
        // The values that the server calculated are on the entities.
        Assert.Equal(stored.Select(m => m.Total), given.Select(m => m.Total));
    }

    [Fact]
    public async Task Orphans_get_what_is_set()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Meters(5, 1), cancellationToken: Token);
        Orphans<Meter> mark = Orphans<Meter>.Update(s => s.SetProperty(m => m.Total, m => m.Total - 5).SetProperty(m => m.Source, "gone"));
        BulkSynchronizeOptions<Meter> options = new() { WholeTable = true, Orphans = mark };

        BulkResult done = await context.BulkSynchronizeAsync(Meters(2, 1), options, Token);

        Assert.Equal((2L, 3L), (done.RowsUnchanged, done.RowsOrphaned));
        Assert.Equal(
            [(1, "given"), (1, "given"), (-4, "gone"), (-4, "gone"), (-4, "gone")],
            await context.Set<Meter>().OrderBy(m => m.Id).Select(m => new ValueTuple<int, string>(m.Total, m.Source)).ToListAsync(Token));
    }

    [Fact]
    public async Task What_cannot_be_set_is_named()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await RefusedAsync<InvalidOperationException>("'Meter.Id', which is part of the key", s => s.SetProperty(m => m.Id, 3));
        await RefusedAsync<ArgumentException>("sets 'Meter.Total' twice", s => s.SetProperty(m => m.Total, 3).SetProperty(m => m.Total, (stored, given) => given.Total));
        await RefusedAsync<ArgumentException>("sets no property", s => s);
        await RefusedAsync<ArgumentException>("write it as u => u.Age", s => s.SetProperty(m => m.Total + 1, 3));
        await RefusedAsync<InvalidOperationException>("BulkInsertOrUpdateOptions.Setters cannot", s => s.SetProperty(m => m.Source, (stored, given) => given.Source.Normalize()));
        ArgumentException both = await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertOrUpdateAsync(
            [new Plain()], new() { Set = (stored, given) => new Plain { Total = given.Total }, Setters = s => s.SetProperty(p => p.Total, 1) }, Token));
        Assert.Contains("both Set and Setters", both.Message, StringComparison.Ordinal);

        async Task RefusedAsync<TException>(string reason, Func<BulkSetters<Meter>, BulkSetters<Meter>> setters)
            where TException : Exception
            => Assert.Contains(reason, (await Assert.ThrowsAsync<TException>(() => context.BulkInsertOrUpdateAsync(Meters(1, 1), new() { Setters = setters }, Token))).Message, StringComparison.Ordinal);
    }

    private static (int Id, int Total, string City, string Street, string Source) Values(Meter meter) => (meter.Id, meter.Total, meter.Place.City, meter.Place.Street, meter.Source);

    private static List<Meter> Meters(int count, int total)
        => [.. Enumerable.Range(1, count).Select(id => Meter.Of(id, total, new() { City = $"city {total}", Street = $"street {total}" }))];

    private Task<TestDatabase> CreateAsync() => servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Meter>(meter =>
        {
            meter.ToTable("meters").Property(each => each.Id).ValueGeneratedNever();
            meter.ComplexProperty(each => each.Place);
        });
        model.Entity<Plain>();
    });

    private sealed class Meter
    {
        private Meter()
        {
        }

        public int Id { get; private set; }

        public int Total { get; private set; }

        public string Source { get; private set; } = "given";

        public required Place Place { get; init; }

        public static Meter Of(int id, int total, Place place) => new() { Id = id, Total = total, Place = place };
    }

    private sealed class Place
    {
        public required string City { get; set; }

        public required string Street { get; set; }
    }

    private sealed class Plain
    {
        public int Id { get; set; }

        public int Total { get; set; }
    }
}
