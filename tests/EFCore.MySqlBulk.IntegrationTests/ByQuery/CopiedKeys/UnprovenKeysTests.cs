using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>Where keys are not known for certain, the batch is taken back, and nothing is told of it.</summary>
[BothServers]
public abstract class UnprovenKeysTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("50 rows were copied, and 49 of them were found", "CREATE TRIGGER changed BEFORE INSERT ON copies FOR EACH ROW SET NEW.url = IF(NEW.VisitId = 122, UPPER(CONCAT(NEW.url, 'x')), NEW.url)")]
    [InlineData("50 rows were copied, and 49 of them were found", "CREATE TRIGGER changed BEFORE INSERT ON copies FOR EACH ROW SET NEW.url = UPPER(NEW.url)", "UPDATE visits SET Path = 'small' WHERE Id = 122")]
    [InlineData("50 rows were copied, and 49 of them were found", "ALTER TABLE copies MODIFY At DATETIME(0)", "UPDATE visits SET At = '2026-01-01 00:00:00.25' WHERE Id = 122")]
    // Before the first generated key, which is not that of the first row then; and in the middle.
    [InlineData("50 rows were copied, and 0 of them were found", "CREATE TRIGGER changed BEFORE INSERT ON copies FOR EACH ROW SET NEW.Id = IF(NEW.VisitId = 102, 10000, NEW.Id)")]
    [InlineData("50 rows were copied, and 10 of them were found", "INSERT INTO copies (Id, url) VALUES (1000, 'before')", "CREATE TRIGGER changed BEFORE INSERT ON copies FOR EACH ROW SET NEW.Id = IF(NEW.VisitId = 122, 5, NEW.Id)")]
    [InlineData("the server generated no keys for 'Copy.Id': its column is not AUTO_INCREMENT, or a trigger sets it", "CREATE TRIGGER changed BEFORE INSERT ON copies FOR EACH ROW SET NEW.Id = NEW.VisitId * 10")]
    public async Task Values_or_keys_that_the_table_changes(string message, params string[] changes)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind);
        await database.ExecuteAsync(changes);
        long before = await database.CountAsync("SELECT COUNT(*) FROM copies");
        await using ModelContext context = database.Context();
        // A key that the session has generated before.
        await context.Database.OpenConnectionAsync(Token);
        await context.Database.ExecuteSqlRawAsync("CREATE TEMPORARY TABLE other (Id INT AUTO_INCREMENT PRIMARY KEY); INSERT INTO other VALUES ()", Token);
        List<CopiedKey> keys = [];

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).BulkInsertIntoAsync(Copies.Row, new() { BatchRows = 50, BatchTime = Visits.Patience, CopiedKeys = keys.AddRange }, Token));

        Assert.Contains(message, failure.Message, StringComparison.Ordinal);
        Assert.Equal(failure.RowsAffected, keys.Count);
        Assert.Equal(failure.RowsAffected + before, await database.CountAsync("SELECT COUNT(*) FROM copies"));
        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));
        Assert.Equal(keys.Count == 0 ? [] : [2L * keys.Count], failure.LastKey);
    }

    [Fact]
    public async Task A_value_that_is_another_one_each_time()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 10);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).BulkInsertIntoAsync(
            visit => new Copy { VisitId = visit.Id, Note = visit.Path + EF.Functions.Random() }, new() { CopiedKeys = _ => Assert.Fail("They are not known.") }, Token));

        Assert.Contains("or the row has a value that the server calculates anew each time", failure.Message, StringComparison.Ordinal);
        Assert.Equal(BulkOutcome.Nothing, failure.Outcome);
        Assert.Empty(await Copies.StoredAsync(database));
    }

    [Fact]
    public async Task What_has_no_generated_keys_is_refused()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 10, model =>
        {
            model.Entity<Copy>().ToTable("copies");
            model.Entity<Pair>().ToTable("pairs").HasKey(pair => new { pair.Id, pair.Site });
            model.Entity<Named>().ToTable("named").Property(named => named.Id).HasMaxLength(50);
        });
        await using ModelContext context = database.Context();

        await RefusedAsync(visit => new ArchivedVisit { Path = visit.Path }, "the primary key of 'ArchivedVisit' is not one AUTO_INCREMENT column");
        await RefusedAsync(visit => new Pair { Id = (int)visit.Id, Site = visit.Site }, "the primary key of 'Pair' is not one AUTO_INCREMENT column");
        await RefusedAsync(visit => new Named { Id = visit.Path }, "the primary key of 'Named' is not one AUTO_INCREMENT column");
        await RefusedAsync(visit => new Copy { Id = visit.Id, VisitId = visit.Id }, "the row given to BulkInsertInto sets 'Id'");
        await RefusedAsync(Copies.Row, "so Transaction cannot be Whole", BulkQueryTransaction.Whole);
        await using (await context.Database.BeginTransactionAsync(Token))
        {
            await RefusedAsync(Copies.Row, "so Transaction cannot be Whole", BulkQueryTransaction.Whole);
            await RefusedAsync(Copies.Row, "commits each batch, which is not possible in your transaction");
        }

        async Task RefusedAsync<TTarget>(Expression<Func<Visit, TTarget>> row, string message, BulkQueryTransaction transaction = BulkQueryTransaction.Batches)
            where TTarget : class
            => Assert.Contains(message, (await Assert.ThrowsAsync<InvalidOperationException>(() => Even(context).BulkInsertIntoAsync(row, new() { Transaction = transaction, CopiedKeys = _ => Assert.Fail("There are none.") }, Token))).Message, StringComparison.Ordinal);
    }

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);

    private sealed class Pair
    {
        public int Id { get; set; }

        public int Site { get; set; }
    }

    private sealed class Named
    {
        public string Id { get; set; } = "";
    }
}
