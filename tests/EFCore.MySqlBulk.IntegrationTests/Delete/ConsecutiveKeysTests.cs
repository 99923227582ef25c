using System.Data;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Delete;

/// <summary>Consecutive keys are deleted as ranges, which delete and lock what a list of the keys does.</summary>
[BothServers]
public abstract class ConsecutiveKeysTests(Servers servers, ServerKind kind)
{
    private static readonly BulkDeleteOptions Listed = new() { Strategy = BulkStrategy.KeyList };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("DECIMAL(20,1)")]
    [InlineData("DOUBLE")]
    [InlineData("VARCHAR(20)")]
    public async Task Keys_between_two_integers_stay(string type)
    {
        await using TestDatabase database = await CreateAsync<int>();
        await database.ExecuteAsync($"ALTER TABLE keyed MODIFY Id {type} NOT NULL", "INSERT INTO keyed (Id, Payload) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i, 0 FROM n", "INSERT INTO keyed (Id, Payload) VALUES (50.5, 0), (120.5, 0)");
        await using ModelContext context = database.Context();

        Assert.Equal(200, (await context.Set<Keyed<int>>().BulkDeleteByKeyAsync(Enumerable.Range(1, 200), Listed, Token)).RowsDeleted);

        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM keyed"));
    }

    [Fact]
    public Task All_of_sbyte() => DeletesAsync(Enumerable.Range(sbyte.MinValue, 256).Select(i => (sbyte)i));

    [Fact]
    public Task All_of_byte() => DeletesAsync(Enumerable.Range(0, 256).Select(i => (byte)i));

    [Fact]
    public Task The_last_of_long() => DeletesAsync(Enumerable.Range(0, 200).Select(i => long.MaxValue - i));

    [Fact]
    public Task The_first_of_long() => DeletesAsync(Enumerable.Range(0, 200).Select(i => long.MinValue + i));

    [Fact]
    public Task Unsigned_on_both_sides_of_the_largest_signed() => DeletesAsync(Enumerable.Range(-100, 200).Select(i => long.MaxValue + (ulong)i));

    [Fact]
    public Task The_last_of_unsigned() => DeletesAsync(Enumerable.Range(0, 200).Select(i => ulong.MaxValue - (ulong)i));

    [Fact]
    public async Task Rows_of_another_type_between_them_stay()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
            model.Entity<Cat>();
        });
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 300).Select(i => i % 100 == 0 ? new Cat { Id = i } : new Animal { Id = i }).ToList(), cancellationToken: Token);
        BulkDeleteOptions options = new() { Strategy = BulkStrategy.KeyList, NotFound = NotFoundRows.Ignore };

        Assert.Equal(3, (await context.Set<Cat>().BulkDeleteByKeyAsync(Enumerable.Range(1, 300), options, Token)).RowsDeleted);

        Assert.Equal(297, await context.Set<Animal>().CountAsync(Token));
    }

    [Fact]
    public async Task Other_sessions_insert_behind_them_meanwhile()
    {
        await using TestDatabase database = await CreateAsync<int>();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Rows(Enumerable.Range(1, 1_000)), cancellationToken: Token);
        string statement = "";
        await using ModelContext deleting = database.Context(options => options.AddInterceptors(new BeforeStatement(1, command =>
        {
            statement = command.CommandText;
            return Task.CompletedTask;
        })));
        await using IDbContextTransaction transaction = await deleting.Database.BeginTransactionAsync(IsolationLevel.RepeatableRead, Token);

        await deleting.Set<Keyed<int>>().BulkDeleteByKeyAsync(Enumerable.Range(301, 200).Concat(Enumerable.Range(801, 200)), Listed, Token);

        Assert.Equal(2, statement.Split("BETWEEN").Length - 1);
        await database.ExecuteAsync("SET SESSION innodb_lock_wait_timeout=1", "INSERT INTO keyed (Id, Payload) VALUES (1001, 0)", "UPDATE keyed SET Payload = 1 WHERE Id = 300", "UPDATE keyed SET Payload = 1 WHERE Id = 501");
        await transaction.CommitAsync(Token);
        Assert.Equal(601, await database.CountAsync("SELECT COUNT(*) FROM keyed"));
    }

    [Fact]
    public async Task A_missing_row_among_them_is_named()
    {
        await using TestDatabase database = await CreateAsync<int>();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Rows(Enumerable.Range(1, 200).Where(i => i != 77)), cancellationToken: Token);

        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkDeleteAsync(Rows(Enumerable.Range(1, 200)), Listed, Token));

        Assert.Equal([76], missed.RowIndexes);
        Assert.Equal(199, await database.CountAsync("SELECT COUNT(*) FROM keyed"));
    }

    private async Task DeletesAsync<TKey>(IEnumerable<TKey> keys)
    {
        await using TestDatabase database = await CreateAsync<TKey>();
        await using ModelContext context = database.Context();
        List<Keyed<TKey>> rows = Rows(keys);
        await context.BulkInsertAsync(rows, cancellationToken: Token);

        Assert.Equal(rows.Count - 1, (await context.BulkDeleteAsync(rows[1..], Listed, Token)).RowsDeleted);

        Assert.Equal(rows[0].Id, (await context.Set<Keyed<TKey>>().AsNoTracking().SingleAsync(Token)).Id);
    }

    private static List<Keyed<TKey>> Rows<TKey>(IEnumerable<TKey> keys) => [.. keys.Select(key => new Keyed<TKey> { Id = key })];

    private Task<TestDatabase> CreateAsync<TKey>() => servers.OfAsync(kind).CreateAsync(model => model.Entity<Keyed<TKey>>(entity =>
    {
        entity.ToTable("keyed").HasKey(row => row.Id);
        entity.Property(row => row.Id).ValueGeneratedNever();
    }));
}
