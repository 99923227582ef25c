using EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;
using Microsoft.EntityFrameworkCore;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>EnableRetryOnFailure.</summary>
public abstract class RetryTests(ServerFixture server)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_lock_that_is_soon_released_is_waited_for_again()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context(o => o.EnableRetryOnFailure(5, TimeSpan.FromMilliseconds(100), null));
        Assert.True(context.Database.CreateExecutionStrategy().RetriesOnFailure);
        context.Add(new Plain { Id = 1 });
        await context.SaveChangesAsync(Token);

        await using MySqlConnection other = new(database.ConnectionString);
        await other.OpenAsync(Token);
        await using MySqlTransaction holding = await other.BeginTransactionAsync(Token);
        await new MySqlCommand("UPDATE `Plains` SET `Number` = 1", other, holding).ExecuteNonQueryAsync(Token);

        int tries = 0;
        await context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            if (++tries == 2)
            {
                await holding.RollbackAsync(token);
            }

            await context.Database.OpenConnectionAsync(token);
            await context.Database.ExecuteSqlRawAsync("SET SESSION innodb_lock_wait_timeout = 1", token);
            await context.Database.ExecuteSqlRawAsync("UPDATE `Plains` SET `Number` = 2", token);
        }, Token);
        Assert.Equal(2, tries);
    }

    [Fact]
    public async Task A_lost_connection_is_tried_again()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context(o => o.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(100), null));
        int tries = 0;
        await context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            await context.Database.OpenConnectionAsync(token);
            if (++tries == 1)
            {
                await KillAsync(database, context);
            }

            await context.Database.ExecuteSqlRawAsync("DO 1", token);
            await context.Database.CloseConnectionAsync();
        }, Token);
        Assert.Equal(2, tries);
    }

    [Fact]
    public async Task A_duplicate_key_is_not_tried_again()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context(o => o.EnableRetryOnFailure());
        context.Add(new Plain { Id = 1 });
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        context.Add(new Plain { Id = 1 });
        DbUpdateException failure = await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveChangesAsync(Token));
        Assert.Equal(1062, Assert.IsType<MySqlException>(failure.InnerException).Number);
    }

    [Fact]
    public async Task An_error_number_of_the_caller_is_tried_again()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context(o => o.EnableRetryOnFailure(2, TimeSpan.FromMilliseconds(10), [1146]));
        int tries = 0;
        await Assert.ThrowsAnyAsync<Exception>(() => context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            tries++;
            await context.Database.ExecuteSqlRawAsync("DELETE FROM `NoSuchTable`", token);
        }, Token));
        Assert.Equal(3, tries);
    }

    private static async Task KillAsync(TestDatabase database, ModelContext context)
    {
        int thread = ((MySqlConnection)context.Database.GetDbConnection()).ServerThread;
        await using MySqlConnection killer = new(database.ConnectionString);
        await killer.OpenAsync(Token);
        await using MySqlCommand kill = new($"KILL {thread}", killer);
        await kill.ExecuteNonQueryAsync(Token);
    }
}
