using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>The connection string asks for latin1. MySqlConnector stays with utf8mb4, and Connector/NET follows, so that its session cannot be pipelined. Either way rows are found by their text keys.</summary>
[BothServers]
public abstract class Latin1SessionTests(Servers servers, ServerKind kind)
{
    [Theory]
#if !CONNECTORNET
    [InlineData(BulkPipelining.Always, null)]
    [InlineData(BulkPipelining.Always, BulkStrategy.PipelinedArrayBatch)]
#endif
    [InlineData(BulkPipelining.Never, null)]
    [InlineData(BulkPipelining.Never, BulkStrategy.RowByRow)]
    [InlineData(BulkPipelining.Never, BulkStrategy.MultiStatement)]
    public async Task Rows_are_found_by_text_keys(BulkPipelining pipelining, BulkStrategy? strategy)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model => model.Entity<Place>(place =>
            {
                place.ToTable("places");
                place.HasKey(p => p.Name);
                place.Property(p => p.Name).HasMaxLength(60);
                place.Property(p => p.Length).HasComputedColumnSql("CHAR_LENGTH(Name)", stored: true);
            }),
            "CharSet=latin1;Pooling=false");
        List<Place> places = [.. Enumerable.Range(0, 60).Select(i => new Place { Name = $"é€-漢-{i:000}" })];
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(places, new() { ReadGenerated = true, BatchRows = 20, Pipelining = pipelining, Strategy = strategy }, TestContext.Current.CancellationToken);

        Assert.Equal(Enumerable.Repeat(8, 60), places.Select(place => place.Length));
        Assert.Equal(places.Select(place => place.Name), await context.Set<Place>().OrderBy(p => p.Name).Select(p => p.Name).ToListAsync(TestContext.Current.CancellationToken));

        places.ForEach(place => (place.Visits, place.Length) = (7, 0));
        await context.BulkUpdateAsync(places, new() { ReadGenerated = true, BatchRows = 20, Pipelining = pipelining, Strategy = strategy }, TestContext.Current.CancellationToken);

        Assert.Equal(Enumerable.Repeat(8, 60), places.Select(place => place.Length));
        Assert.Equal(60, await database.CountAsync("SELECT COUNT(*) FROM places WHERE Visits = 7"));

        places.Add(new() { Name = "é€-漢-999" });
        BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(places, new() { BatchRows = 20, Pipelining = pipelining, Strategy = strategy }, TestContext.Current.CancellationToken));
        Assert.Equal([60], failure.RowIndexes);
    }

    private sealed class Place
    {
        public string Name { get; set; } = "";

        public int Visits { get; set; }

        public int Length { get; set; }
    }
}
