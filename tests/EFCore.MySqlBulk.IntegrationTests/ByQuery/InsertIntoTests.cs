using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are copied to another table in batches, with the values that EF Core reads of the same query.</summary>
[BothServers]
public abstract class InsertIntoTests(Servers servers, ServerKind kind)
{
    private static readonly DateTime Now = new(2026, 5, 4, 3, 2, 1, DateTimeKind.Unspecified);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(7, true)]
    [InlineData(100, false)]
    [InlineData(100_000, true)]
    public async Task The_rows_that_the_query_reads(int batchRows, bool isAsync)
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        IQueryable<Visit> old = context.Set<Visit>().TagWith("what is {old}").Where(visit => visit.At < Visits.After(400) && visit.Site != 2);
        DateTime now = Now;
        // The columns are selected once, and in another order than the table has; a text has what raw SQL would take for a parameter.
        Expression<Func<Visit, ArchivedVisit>> row = visit
            => new() { ArchivedAt = now, CheckedAt = now, Path = visit.Path, Note = "{0} " + visit.Path, Id = visit.Id, Site = (visit.Site * 10) + (visit.Length ?? 3), At = visit.At };
        List<ArchivedVisit> expected = await old.OrderBy(visit => visit.Id).Select(row).ToListAsync(Token);

        BulkInsertIntoOptions<Visit> options = new() { BatchRows = batchRows, BatchTime = Visits.Patience };
        BulkResult done = isAsync ? await old.BulkInsertIntoAsync(row, options, Token) : old.BulkInsertInto(row, options);

        Assert.Equal(expected.Select(ArchivedVisits.Values), (await ArchivedVisits.StoredAsync(database)).Select(ArchivedVisits.Values));
        Assert.Equal((expected.Count, expected.Count, (expected.Count + batchRows - 1) / batchRows), (done.RowsInserted, done.RowsAffected, done.Portions));
        Assert.Equal([expected[^1].Id], done.LastKey);
        Assert.StartsWith($"{expected.Count} rows inserted", done.ToString(), StringComparison.Ordinal);
        Assert.Equal(1_000, (await Visits.StoredAsync(database)).Count);
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Fact]
    public async Task A_row_that_is_there_ends_the_call_at_its_batch()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        await database.ExecuteAsync($"INSERT INTO archived_visits (Id, Site, At, url, ArchivedAt, CheckedAt) VALUES (456, 0, NOW(), '', NOW(), NOW())");
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { Id = visit.Id, Path = visit.Path, At = visit.At, Site = visit.Site, ArchivedAt = Now, CheckedAt = Now }, o => (o.BatchRows, o.BatchTime) = (100, Visits.Patience), Token));

        Assert.Equal((BulkOutcome.Some, 400, 1062), (failure.Outcome, failure.RowsAffected, failure.ErrorNumber));
        Assert.Equal([400L], failure.LastKey);
        Assert.Equal(401, (await ArchivedVisits.StoredAsync(database)).Count);
        await database.ExecuteAsync("DELETE FROM archived_visits WHERE Id = 456");
        BulkResult rest = await All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { Id = visit.Id, Path = visit.Path, At = visit.At, Site = visit.Site, ArchivedAt = Now, CheckedAt = Now }, new() { After = failure.LastKey }, Token);
        Assert.Equal(600, rest.RowsInserted);
        Assert.Equal(1_000, (await ArchivedVisits.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task A_session_that_would_change_values_is_refused()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 10);
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await context.Database.ExecuteSqlRawAsync("SET SESSION sql_mode=''", Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { Id = visit.Id, Path = visit.Path }, cancellationToken: Token));

        Assert.Equal(BulkOutcome.Nothing, failure.Outcome);
        Assert.Contains("in which the server changes values that do not fit", failure.Message, StringComparison.Ordinal);
        Assert.Empty(await ArchivedVisits.StoredAsync(database));
    }

    [Fact]
    public async Task What_the_server_cannot_copy_is_refused()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 10, model => model.Entity<Coded>(coded =>
        {
            coded.ToTable("coded").Property(c => c.Id).ValueGeneratedNever();
            coded.Property(c => c.Site).HasConversion(new ValueConverter<int, string>(site => $"s{site}", text => Parsed(text)));
        }));
        await using ModelContext context = database.Context();

        await RefusedAsync<InvalidOperationException>("could not be translated", () => All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { Id = visit.Id, Path = Local(visit.Path) }, cancellationToken: Token));
        await RefusedAsync<InvalidOperationException>("sets 'Site', which is stored as longtext with a conversion, to a value that is stored in another form", () => All(context).BulkInsertIntoAsync(visit => new Coded { Id = visit.Id, Site = visit.Site }, cancellationToken: Token));
        await RefusedAsync<InvalidOperationException>("would copy rows of 'visits' to the same table", () => All(context).BulkInsertIntoAsync(visit => new Visit { Path = visit.Path }, cancellationToken: Token));
        await RefusedAsync<InvalidOperationException>("needs an entity type of the model to copy to", () => All(context).BulkInsertIntoAsync(visit => new Unmapped { Id = visit.Id }, cancellationToken: Token));
        await RefusedAsync<ArgumentException>("write it as o => new Uri", () => All(context).BulkInsertIntoAsync(visit => new Uri(visit.Path), cancellationToken: Token));
        await RefusedAsync<InvalidOperationException>("has no condition", () => context.Set<Visit>().BulkInsertIntoAsync(visit => new ArchivedVisit { Id = visit.Id }, cancellationToken: Token));
        Assert.Empty(await ArchivedVisits.StoredAsync(database));
    }

    private static async Task RefusedAsync<TException>(string message, Func<Task> call)
        where TException : Exception
        => Assert.Contains(message, (await Assert.ThrowsAsync<TException>(call)).Message, StringComparison.Ordinal);

    private static int Parsed(string text) => int.Parse(text.AsSpan(1), CultureInfo.InvariantCulture);

    private static string Local(string path) => path + path;

    private static IQueryable<Visit> All(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id > 0);

    private sealed class Coded
    {
        public long Id { get; set; }

        public int Site { get; set; }
    }

    private sealed class Unmapped
    {
        public long Id { get; set; }
    }
}
