using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Xunit.Sdk;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Calls of an operation with a strategy and a number of rows.</summary>
public sealed class OptionCall(TestDatabase database, OptionTests.Kind operation, BulkStrategy strategy, int rows)
{
    private const string Sql = "UPDATE items SET Value = {0}, Other = {1} WHERE Id = {2}";

    public BulkStrategy Strategy => strategy;

    public int Rows => rows;

    /// <summary>The rows of the next call: new ones to insert, or stored ones that are to be changed.</summary>
    public List<Item> Items { get; private set; } = [];

    /// <summary>Starts over.</summary>
    public async Task ResetAsync()
    {
        // Deleted rows would still be in the unique index, where several connections wait for each other at them.
        await database.ExecuteAsync("DROP TABLE IF EXISTS users_of_items", "TRUNCATE TABLE items");
        Items = [.. Enumerable.Range(1, rows).Select(i => new Item { Code = i, Value = 1, Other = 1 })];
        if (operation == OptionTests.Kind.Insert)
            return;
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Items, cancellationToken: Token);
        Items.ForEach(item => (item.Value, item.Other) = (-1, -1));
    }

    /// <summary>From now on a trigger sets the keys.</summary>
    public Task SetKeysByTriggerAsync()
        => database.ExecuteAsync("DROP TRIGGER IF EXISTS keys_of_items", "CREATE TRIGGER keys_of_items BEFORE INSERT ON items FOR EACH ROW SET NEW.Id = NEW.Code + 1000");

    public async Task<List<Item>> StoredAsync()
    {
        await using ModelContext context = database.Context();
        return await context.Set<Item>().AsNoTracking().ToListAsync(Token);
    }

    public async Task<BulkResult> RunAsync(Given given)
    {
        if (given.FailingRow is { } failing)
        {
            await ResetAsync();
            await FailAtAsync(failing);
        }

        await using ModelContext context = database.Context();
        if (given.OnlyModified)
        {
            context.AttachRange(Items);
            foreach (Item item in Items.Skip(1))
                context.Entry(item).Property(i => i.Value).IsModified = true;
        }

        return operation switch
        {
            OptionTests.Kind.Insert => await context.BulkInsertAsync(Items, Common(given, new BulkInsertOptions
            {
                ReturnKeys = given.ReturnKeys,
                HasTrigger = given.HasTrigger,
                ReadGenerated = given.ReadGenerated,
            }), Token),
            OptionTests.Kind.Update => await context.BulkUpdateAsync(Items, Common(given, new BulkUpdateOptions<Item>
            {
                ReadGenerated = given.ReadGenerated,
                CheckDuplicates = given.CheckDuplicates,
                NotFound = given.NotFound,
                CheckConcurrency = given.CheckConcurrency,
                OnlyModified = given.OnlyModified,
                Match = given.MatchCode ? i => i.Code : null,
                Update = given.Update,
                Except = given.Except,
                UpdateWhen = given.UpdateWhen,
            }), Token),
            OptionTests.Kind.Delete => await context.BulkDeleteAsync(Items, Common(given, new BulkDeleteOptions
            {
                CheckDuplicates = given.CheckDuplicates,
                NotFound = given.NotFound,
                CheckConcurrency = given.CheckConcurrency,
            }), Token),
            _ => await context.BulkExecuteRawAsync(Items, Sql, i => (i.Value, i.Other, i.Id), Common(given, new BulkExecuteOptions
            {
                ReturnAffected = given.ReturnAffected,
            }), Token),
        };
    }

    // The options that all operations have.
    private TOptions Common<TOptions>(Given given, TOptions options)
        where TOptions : BulkStrategyOptions
        => (TOptions)(options with
        {
            Strategy = strategy,
            Pipelining = given.Pipelining,
            Connections = given.Connections,
            BatchRows = given.BatchRows,
            Progress = given.Progress,
            FindFailingRow = given.FindFailingRow,
        });

    /// <summary>Runs a test of an option's effect. Returns whether the call was refused instead, with a message that names the option.</summary>
    public async Task<bool> RefusedOrAsync(Func<Task> effect, params string[] options)
    {
        try
        {
            await effect();
            return false;
        }
        catch (Exception thrown) when ((thrown is ThrowsException ? thrown.InnerException : thrown) is { } refused and (InvalidOperationException or ArgumentException)
            && options.Any(option => refused.Message.Contains($"Options.{option}", StringComparison.Ordinal)))
        {
            return true;
        }
    }

    // A check refuses an insert or an update, a row that refers to it a delete.
    private async Task FailAtAsync(int row)
    {
        if (operation != OptionTests.Kind.Delete)
        {
            Items[row].Other = 1_000;
            return;
        }

        await database.ExecuteAsync(
            "CREATE TABLE users_of_items (Id int PRIMARY KEY, Item int NOT NULL, CONSTRAINT of_item FOREIGN KEY (Item) REFERENCES items (Id) ON DELETE RESTRICT)",
            $"INSERT INTO users_of_items VALUES (1, {Items[row].Id})");
    }
}
