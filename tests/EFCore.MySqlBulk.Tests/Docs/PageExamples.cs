using EFCore.MySqlBulk.Tests.Docs.Recipes;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using ShopContext = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.ShopContext;
using User = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.User;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The code of the pages in docs, kept compiling: <see cref="CodeBlockTests" /> looks for each of their blocks here.</summary>
internal static class PageExamples
{
    public static void Explain(ShopContext context, List<User> users)
    {
        Console.WriteLine(context.ExplainBulkInsert(users));    // strategy, reason and first statement, without sending it
    }

    public static async Task CommitTogetherAsync(DbContextOptionsBuilder options, ShopContext context, List<User> users, CancellationToken cancellationToken)
    {
        options.UseMySqlBulk(o => o.DecisionTable("bulk_decisions"));    // or "schema.bulk_decisions"
        await context.BulkInsertAsync(users, new() { Connections = 4, Atomic = true }, cancellationToken);
    }

    public static void RecordCommits(DbContextOptionsBuilder options)
    {
        options.UseMySqlBulk(o => o.DecisionTable("bulk_decisions").RecordCommits());
    }

    public static async Task<BulkStrategy> LoadAsync(DbContextOptionsBuilder options, ShopContext context, string connectionString, ServerVersion version, List<User> users, CancellationToken cancellationToken)
    {
        options.UseMySql(connectionString + ";AllowLoadLocalInfile=true", version).UseMySqlBulk(o => o.AllowLoadData());
        BulkResult loaded = await context.BulkInsertAsync(users, cancellationToken: cancellationToken);
        return loaded.Strategy;
    }

    public static async Task<int> RecoverAsync(ShopContext context)
    {
        IReadOnlyList<UnfinishedBulkCall> ended = await context.EndUnfinishedBulkCallsAsync();     // commits or rolls back, as was decided
        IReadOnlyList<UnfinishedBulkCall> found = await context.FindUnfinishedBulkCallsAsync();    // only looks
        return ended.Count + found.Count;
    }

    public static async Task RetryAsync(ProductContext context, List<Product> products, List<Product> messages, CancellationToken cancellationToken)
    {
        IExecutionStrategy strategy = context.Database.CreateExecutionStrategy();
        await strategy.ExecuteAsync(async () =>
        {
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(cancellationToken);
            await context.BulkUpdateAsync(products, cancellationToken: cancellationToken);
            await context.BulkInsertAsync(messages, cancellationToken: cancellationToken);
            await transaction.CommitAsync(cancellationToken);
        });
    }

    public static void RetryAfterBreak(DbContextOptionsBuilder options, string connectionString, ServerVersion version)
    {
        options.UseMySql(connectionString, version, mySql => mySql.EnableRetryOnFailure(5, TimeSpan.FromSeconds(5), errorNumbersToAdd: [0]));
    }

    public static void SeveralServers(DbContextOptionsBuilder options, ServerVersion version)
    {
        options.UseMySql(
            "Server=db1,db2,db3;LoadBalance=RoundRobin;Connection Timeout=3;Default Command Timeout=10;…", version, mySql => mySql.EnableRetryOnFailure(6, TimeSpan.FromSeconds(1), errorNumbersToAdd: [0]));
    }

    public static async Task FailAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        try
        {
            await context.BulkInsertAsync(products, cancellationToken: cancellationToken);
        }
        catch (BulkException e) when (e is { IsTransient: true, Outcome: BulkOutcome.Nothing })
        {
            // It may succeed later, and is safe to send again: a collection has no keys yet.
        }
    }

    public static async Task InsertInPartsAsync(ProductContext context, IEnumerable<Product> products, CancellationToken cancellationToken)
    {
        await context.BulkInsertAsync(products, new() { CommitRows = 50_000 }, cancellationToken);
    }

    public static async Task RollBackAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(cancellationToken);
        BulkResult done = await context.BulkInsertAsync(products, cancellationToken: cancellationToken);
        Console.WriteLine(done.RowsInserted);
        await transaction.RollbackAsync(cancellationToken);
    }
}
