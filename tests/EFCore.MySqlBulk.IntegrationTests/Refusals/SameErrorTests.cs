using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Refusals;

/// <summary>A value that does not fit has the error number that <c>SaveChanges</c> reports, whichever call sends it, with however many others, pipelined or not.</summary>
[BothServers]
public abstract class SameErrorTests(Servers servers, ServerKind kind)
{
    private static readonly (string Name, Action<Part> Spoil)[] Troubles =
    [
        ("text", part => part.Name = "longer than twenty letters"),
        ("bytes", part => part.Data = [1, 2, 3, 4, 5]),
        ("zeros", part => part.Data = [1, 2, 3, 4, 0]),
        ("number", part => part.Small = 70_000),
    ];

    public enum SentBy
    {
        Insert,
        Update,
        InsertOrUpdate,
        Synchronize,
    }

    [Theory]
    [InlineData(SentBy.Insert)]
    [InlineData(SentBy.Update)]
    [InlineData(SentBy.InsertOrUpdate)]
    [InlineData(SentBy.Synchronize)]
    public async Task A_value_that_does_not_fit_has_one_error(SentBy call)
    {
        await using TestDatabase database = await CreateAsync();
        List<Part> parts = [.. Enumerable.Range(1, 3_500).Select(i => new Part { Id = i, Name = $"n{i}", Data = [1] })];
        await using ModelContext context = database.Context();
        if (call != SentBy.Insert)
            await context.BulkInsertAsync(parts, cancellationToken: Token);
        foreach ((string name, Action<Part> spoil) in Troubles)
        {
            int expected = await NumberAsync(database, call, spoil);
            foreach ((int rows, BulkPipelining pipelining) in new[] { (1, BulkPipelining.Never), (40, BulkPipelining.Never), (3_500, BulkPipelining.Never), (3_500, BulkPipelining.Always) })
            {
                List<Part> given = [.. parts.Take(rows).Select(part => new Part { Id = part.Id, Name = part.Name + "!", Data = part.Data, Small = 1 })];
                int bad = rows * 7 / 10;
                spoil(given[bad]);
                BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => SendAsync(context, call, given, pipelining));
                Assert.Equal((name, rows, pipelining, expected, bad), (name, rows, pipelining, failure.ErrorNumber, failure.RowIndex));
                Assert.IsType<DbException>(failure.InnerException, exactMatch: false);
                Assert.Equal(BulkOutcome.Nothing, failure.Outcome);
            }
        }

        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM parts WHERE Name LIKE '%!'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_the_callers_transaction_too(bool withSavepoints)
    {
        await using TestDatabase database = await CreateAsync();
        List<Part> parts = [.. Enumerable.Range(1, 40).Select(i => new Part { Id = i, Name = $"n{i}", Data = [1] })];
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(parts, cancellationToken: Token);
        context.Database.AutoSavepointsEnabled = withSavepoints;
        await using var transaction = await context.Database.BeginTransactionAsync(Token);
        parts[17].Name = "longer than twenty letters";
        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(parts, cancellationToken: Token));
        // Without a savepoint there is no search for the row.
        Assert.Equal(withSavepoints ? (1406, 17) : (failure.ErrorNumber, null), (failure.ErrorNumber, failure.RowIndex));
        await transaction.CommitAsync(Token);
        Assert.Equal(40, await database.CountAsync("SELECT COUNT(*) FROM parts WHERE Name LIKE 'n%'"));
    }

    private static Task<BulkResult> SendAsync(ModelContext context, SentBy call, List<Part> given, BulkPipelining pipelining) => call switch
    {
        SentBy.Insert => context.BulkInsertAsync(given, new() { Pipelining = pipelining }, Token),
        SentBy.Update => context.BulkUpdateAsync(given, new() { Pipelining = pipelining }, Token),
        SentBy.InsertOrUpdate => context.BulkInsertOrUpdateAsync(given, new() { Pipelining = pipelining }, Token),
        SentBy.Synchronize => context.BulkSynchronizeAsync(given, new() { WholeTable = true, Orphans = Orphans<Part>.Keep, Pipelining = pipelining }, Token),
        _ => throw new ArgumentOutOfRangeException(nameof(call)),
    };

    private static async Task<int> NumberAsync(TestDatabase database, SentBy call, Action<Part> spoil)
    {
        await using ModelContext context = database.Context();
        Part part = new() { Id = 1, Name = "saved", Data = [1] };
        spoil(part);
        context.Entry(part).State = call == SentBy.Insert ? EntityState.Added : EntityState.Modified;
        Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => context.SaveChangesAsync(Token));
        return Trouble.Number(failure);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Part>(part =>
        {
            part.ToTable("parts").Property(p => p.Id).ValueGeneratedNever();
            part.Property(p => p.Name).HasMaxLength(20);
            part.Property(p => p.Data).HasMaxLength(4);
        }));
        await database.ExecuteAsync("ALTER TABLE parts MODIFY Small smallint NOT NULL");
        return database;
    }

    private sealed class Part
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public byte[] Data { get; set; } = [];

        public int Small { get; set; }
    }
}
