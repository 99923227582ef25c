using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Contexts and rows that do not fit each other are refused before anything is sent.</summary>
public sealed class OtherContextRefusalTests(Servers servers) : IAsyncLifetime
{
    private TestDatabase _database = null!;
    private TestDatabase _other = null!;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _database = await ArchivedVisits.CreateAsync(servers, ServerKind.MySql, 100);
        _other = await servers.OfAsync(ServerKind.MySql).CreateAsync(builder =>
        {
            builder.Entity<Keyless>().ToTable("keyless").HasNoKey();
            builder.Entity<WithPlace>().ToTable("with_places").OwnsOne(with => with.Place);
            builder.Entity<ArchivedVisit>().ToTable("archived_visits").Property(visit => visit.Id).ValueGeneratedNever();
        });
    }

    public async ValueTask DisposeAsync()
    {
        Assert.Equal(100, (await Visits.StoredAsync(_database)).Count);
        Assert.Empty(await ArchivedVisits.StoredAsync(_other));
        await _database.DisposeAsync();
        await _other.DisposeAsync();
    }

    [Fact]
    public async Task The_querys_own_context()
    {
        await using ModelContext context = _database.Context();
        Assert.Contains("BulkCopyTo got the query's own context as the other one. Use another context, or BulkInsertInto without one.", (await Assert.ThrowsAsync<ArgumentException>(() => Old(context).BulkCopyToAsync(context, TwoServers.Row, cancellationToken: Token))).Message, StringComparison.Ordinal);
        Assert.Contains("Use another context, or BulkMoveTo without one.", (await Assert.ThrowsAsync<ArgumentException>(() => Old(context).BulkMoveToAsync(context, TwoServers.Row, cancellationToken: Token))).Message, StringComparison.Ordinal);
        await using ModelContext shared = _database.Context(options => options.UseMySql(context.Database.GetDbConnection(), _database.Server.Version));
        await RefusedAsync(context, shared, TwoServers.Row, "share a connection");
    }

    [Fact]
    public async Task A_transaction()
    {
        await using ModelContext source = _database.Context();
        await using ModelContext target = _other.Context();
        await RefusedAsync(source, target, TwoServers.Row, "so Transaction cannot be Whole", BulkQueryTransaction.Whole);
        target.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        await RefusedAsync(source, target, TwoServers.Row, "its AutoTransactionBehavior is Never");
        target.Database.AutoTransactionBehavior = AutoTransactionBehavior.WhenNeeded;
        await using (await target.Database.BeginTransactionAsync(Token))
            await RefusedAsync(source, target, TwoServers.Row, "but the other context is in a transaction");
        await using (await source.Database.BeginTransactionAsync(Token))
            await RefusedAsync(source, target, TwoServers.Row, "which is not possible in your transaction");
    }

    [Fact]
    public async Task A_type_that_the_other_context_does_not_have_or_that_cannot_be_compared()
    {
        await using ModelContext source = _database.Context();
        await using ModelContext target = _other.Context();
        await RefusedAsync(source, target, visit => visit, "'EFCore.MySqlBulk.IntegrationTests.ByQuery.Visit' is none in that of ModelContext");
        await RefusedMoveAsync(source, target, visit => new Keyless { Site = visit.Site }, "leaves out the primary key of 'Keyless'");
        await RefusedMoveAsync(source, target, visit => new ArchivedVisit { Site = visit.Site }, "leaves out the primary key of 'ArchivedVisit'");
        await RefusedMoveAsync(source, target, visit => new WithPlace { Id = visit.Id, Place = new() { City = visit.Path } }, "'WithPlace.Place' cannot be compared with the row before that is deleted");
        await RefusedMoveAsync(source, target, visit => new WithPlace { Id = visit.Id }, "'WithPlace.Place' cannot be compared");
    }

    private static IQueryable<Visit> Old(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id < 50);

    private static async Task RefusedAsync<TTarget>(ModelContext source, ModelContext target, Expression<Func<Visit, TTarget>> row, string message, BulkQueryTransaction transaction = default)
        where TTarget : class
    {
        Refused(await Record.ExceptionAsync(() => Old(source).BulkCopyToAsync(target, row, new() { Transaction = transaction }, Token)), message);
        Refused(Record.Exception(() => Old(source).BulkCopyTo(target, row, new() { Transaction = transaction })), message);
        Refused(Record.Exception(() => Old(source).BulkMoveTo(target, row, new() { Transaction = transaction })), message);
        await RefusedMoveAsync(source, target, row, message, transaction);
    }

    private static async Task RefusedMoveAsync<TTarget>(ModelContext source, ModelContext target, Expression<Func<Visit, TTarget>> row, string message, BulkQueryTransaction transaction = default)
        where TTarget : class
        => Refused(await Record.ExceptionAsync(() => Old(source).BulkMoveToAsync(target, row, new() { Transaction = transaction }, Token)), message);

    private static void Refused(Exception? exception, string message)
        => Assert.Contains(message, Assert.IsType<InvalidOperationException>(exception).Message, StringComparison.Ordinal);

    private sealed class Keyless
    {
        public int Site { get; set; }
    }

    private sealed class WithPlace
    {
        public long Id { get; set; }

        public Place? Place { get; set; }
    }

    private sealed class Place
    {
        public string City { get; set; } = "";
    }
}
