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

    // EF Core selects values once that are equal for the server, whatever their types are.
    [Fact]
    public async Task Values_that_are_there_twice()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind, 50, model => model.Entity<Doubled>(doubled =>
        {
            doubled.ToTable("doubled").Property(d => d.Id).ValueGeneratedNever();
            doubled.HasKey(d => d.Id);
        }));
        await using ModelContext context = database.Context();
        DateTime now = Now;
        int one = 1;
        int two = 2;
        Expression<Func<Visit, Doubled>> row = visit => new()
        {
            Id = visit.Id,
            Key = visit.Id,
            Site = visit.Site,
            WideSite = visit.Site,
            OtherSite = EF.Property<int>(visit, "Site"),
            At = visit.At,
            ReadAt = visit.At,
            Now = now,
            OtherNow = now,
            One = one,
            Two = two,
            OtherOne = one,
            Text = "a",
            Name = "a",
        };
        List<Doubled> expected = await context.Set<Visit>().Where(visit => visit.Id > 5).OrderBy(visit => visit.Id).Select(row).ToListAsync(Token);

        await context.Set<Visit>().Where(visit => visit.Id > 5).BulkInsertIntoAsync(row, new() { BatchRows = 7, BatchTime = Visits.Patience }, Token);

        Assert.Equivalent(expected, await context.Set<Doubled>().AsNoTracking().OrderBy(d => d.Id).ToListAsync(Token), strict: true);
        Assert.Equal(45, expected.Count);
    }

    // Conversions of lambdas are all of one type.
    [Fact]
    public async Task Values_of_another_conversion_are_refused()
    {
        decimal[] factors = [100, 100, 1_000];
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Price>().ToTable("prices").Property(p => p.Amount).HasConversion(Conversion(factors[0]));
            model.Entity<SamePrice>().ToTable("same_prices").Property(p => p.Amount).HasConversion(Conversion(factors[1]));
            model.Entity<OtherPrice>().ToTable("other_prices").Property(p => p.Amount).HasConversion(Conversion(factors[2]));
        });
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 20).Select(i => new Price { Amount = i / 4m }));

        await RefusedAsync<InvalidOperationException>("sets 'Amount', which is stored as bigint with a conversion, to a value that is stored in another form", () => context.Set<Price>().Where(p => p.Id > 0).BulkInsertIntoAsync(p => new OtherPrice { Amount = p.Amount }, cancellationToken: Token));
        await context.Set<Price>().Where(p => p.Id > 0).BulkInsertIntoAsync(p => new SamePrice { Amount = p.Amount }, cancellationToken: Token);

        Assert.Equal(Enumerable.Range(1, 20).Select(i => i / 4m), await context.Set<SamePrice>().OrderBy(p => p.Amount).Select(p => p.Amount).ToListAsync(Token));

        static ValueConverter<decimal, long> Conversion(decimal factor) => new(amount => (long)(amount * factor), stored => stored / factor);
    }

    // They are not changed, so each batch gets the same.
    [Fact]
    public async Task A_part_of_rows_that_stay()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 100);
        await using ModelContext context = database.Context();
        DbSet<Visit> set = context.Set<Visit>();

        await set.Join(set.OrderByDescending(visit => visit.Id).Take(20), visit => visit.Id, newest => newest.Id, (visit, _) => visit).BulkInsertIntoAsync(ArchivedVisits.Row, new() { BatchRows = 6, BatchTime = Visits.Patience }, Token);

        Assert.Equal(Enumerable.Range(81, 20).Select(id => (long)id), (await ArchivedVisits.StoredAsync(database)).Select(visit => visit.Id));
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
        string path = "/moved";
        await RefusedAsync<InvalidOperationException>("has no value of the query's rows", () => All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { Path = path, ArchivedAt = Now }, cancellationToken: Token));
        await RefusedAsync<ArgumentException>("write it as o => new ArchivedVisit", () => All(context).BulkInsertIntoAsync(visit => new ArchivedVisit { }, cancellationToken: Token));
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

    private sealed class Doubled
    {
        public long Id { get; set; }

        public long? Key { get; set; }

        public int Site { get; set; }

        public long WideSite { get; set; }

        public int OtherSite { get; set; }

        public DateTime? At { get; set; }

        public DateTime ReadAt { get; set; }

        public DateTime Now { get; set; }

        public DateTime? OtherNow { get; set; }

        public int One { get; set; }

        public int Two { get; set; }

        public int? OtherOne { get; set; }

        public string Text { get; set; } = "";

        public string Name { get; set; } = "";
    }

    private sealed class Price
    {
        public int Id { get; set; }

        public decimal Amount { get; set; }
    }

    private sealed class SamePrice
    {
        public int Id { get; set; }

        public decimal Amount { get; set; }
    }

    private sealed class OtherPrice
    {
        public int Id { get; set; }

        public decimal Amount { get; set; }
    }

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
