using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>Keys come from the answer to the insert, or from a query in the same command. Behind a proxy that shares sessions, a command of its own may be answered by another session,
/// with somebody else's number.</summary>
[BothServers]
public abstract partial class OwnAnswerTests(Servers servers, ServerKind kind)
{
    private const string Trigger = "CREATE TRIGGER sets BEFORE INSERT ON tickets FOR EACH ROW SET NEW.Id = 1000000 - NEW.Token";

    public enum Around
    {
        Nothing,
        OwnTransaction,
        CallersTransaction,
    }

    [Theory]
    [InlineData(Around.Nothing, false)]
    [InlineData(Around.Nothing, true)]
    [InlineData(Around.OwnTransaction, false)]
    [InlineData(Around.OwnTransaction, true)]
    [InlineData(Around.CallersTransaction, false)]
    public async Task No_command_asks_for_a_key_alone(Around around, bool hasTrigger)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        if (hasTrigger)
            await database.ExecuteAsync(Trigger);
        await using FaultProxy proxy = new(database.ConnectionString);
        int token = 0;
        // The first call proves the keys of the table, the others count them.
        for (int round = 0; round < 2; round++)
        {
            foreach (BulkStrategy? strategy in (BulkStrategy?[])[null, BulkStrategy.RowByRow, BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.MultiStatement])
            {
                if ((hasTrigger && strategy is not (null or BulkStrategy.RowByRow)) || (around == Around.Nothing && strategy == BulkStrategy.MultiStatement))
                    continue;
                foreach ((int rows, int batch) in ((int, int)[])[(1, 100), (8, 4), (8, 8), (90, 20)])
                {
                    await using ModelContext context = database.Context(proxy, Trial.Plain);
                    if (around == Around.Nothing)
                        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
                    await using var transaction = around == Around.CallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
                    List<Ticket> tickets = Tickets.New(rows, token += 1_000);
                    await context.BulkInsertAsync(tickets, new() { Strategy = strategy, BatchRows = batch, Pipelining = BulkPipelining.Never }, Token);
                    if (transaction is not null)
                        await transaction.CommitAsync(Token);
                    Assert.Equal(Tickets.Values(tickets), (await Tickets.StoredAsync(database)).Where(stored => stored.Token >= token));
                }
            }
        }

        string[] asking = [.. proxy.Links.SelectMany(link => link.Queries).Where(query => Asks().IsMatch(query) && !query.Contains("INSERT INTO", StringComparison.OrdinalIgnoreCase))];
        // In a transaction every command goes to its session. The count of the keys verifies there that the server has counted the last of them, and takes none from it.
        Assert.DoesNotContain(asking, query => around == Around.Nothing || !Counts().IsMatch(query));
    }

    [OnlyInFullRuns("No_command_asks_for_a_key_alone observes the ordinary insert.")]
    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task No_kind_of_insert_asks_in_any_spelling(BulkPipelining pipelining)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString);
        int token = 0;
        // The first round proves the keys of the table, the others count them.
        for (int round = 0; round < 2; round++)
        {
            foreach ((string name, Func<ModelContext, List<Ticket>, Task> insert) in Inserts(pipelining))
            {
                foreach (int rows in (int[])[1, 12, 3_100])
                {
                    await database.ExecuteAsync("DELETE FROM tickets");
                    await using ModelContext context = database.Context(proxy, Trial.Plain, options => options.UseMySqlBulk());
                    List<Ticket> tickets = Tickets.New(rows, token += 3_000);
                    await insert(context, tickets);
                    Assert.True(Tickets.Values(tickets).SequenceEqual(await Tickets.StoredAsync(database)), $"{name} of {rows} rows");
                }
            }
        }

        string[] commands = [.. proxy.Links.SelectMany(link => link.Queries)];
        Assert.Contains(commands, command => command.Contains("INSERT INTO", StringComparison.Ordinal));
        Assert.All(commands, command => Assert.True(IsAllowed(command), command[^Math.Min(command.Length, 400)..]));
    }

    [Theory]
    [InlineData("SELECT LAST_INSERT_ID()")]
    [InlineData("select last_insert_id ( )")]
    [InlineData("INSERT INTO t VALUES (1)\n;\nSELECT LAST_INSERT_ID()")]
    [InlineData("INSERT INTO t VALUES (1);SELECT @@identity")]
    [InlineData("SELECT @@session.`identity`")]
    [InlineData("SELECT @@ local . last_insert_id")]
    [InlineData("SELECT @@`insert_id`")]
    [InlineData("SHOW VARIABLES LIKE 'identity'")]
    [InlineData("SELECT MAX(Id) FROM t")]
    [InlineData("SELECT AUTO_INCREMENT FROM information_schema.tables")]
    [InlineData("SHOW TABLE STATUS LIKE 't'")]
    [InlineData("SELECT LAST_INSERT_ID() AS mysqlbulk_answer")]
    public void Other_questions_are_not_allowed(string command) => Assert.False(IsAllowed(command));

    private static IEnumerable<(string Name, Func<ModelContext, List<Ticket>, Task> Insert)> Inserts(BulkPipelining pipelining)
    {
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(s => s == BulkStrategy.PipelinedArrayBatch ? pipelining == BulkPipelining.Always : pipelining == BulkPipelining.Never || s is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement)))
            yield return ($"BulkInsert, {strategy}", (c, t) => c.BulkInsertAsync(t, new() { Pipelining = pipelining, Strategy = strategy }, Token));
        yield return ("BulkInsert, no check", (c, t) => c.BulkInsertAsync(t, new() { Pipelining = pipelining, VerifyKeys = false }, Token));
        yield return ("BulkInsert, trigger", (c, t) => c.BulkInsertAsync(t, new() { Pipelining = pipelining, HasTrigger = true }, Token));
        yield return ("BulkInsert, stream", (c, t) => c.BulkInsertAsync(t.Select(ticket => ticket), new() { Pipelining = pipelining }, Token));
        yield return ("BulkInsertOrUpdate", (c, t) => c.BulkInsertOrUpdateAsync(t, new() { Pipelining = pipelining, Match = ticket => ticket.Token }, Token));
        yield return ("BulkInsertIfAbsent", (c, t) => c.BulkInsertIfAbsentAsync(t, new() { Pipelining = pipelining, Match = ticket => ticket.Token }, Token));
        yield return ("BulkSynchronize", (c, t) => c.BulkSynchronizeAsync(t, new() { Pipelining = pipelining, Match = ticket => ticket.Token, Orphans = Orphans<Ticket>.Keep, WholeTable = true }, Token));
    }

    // Besides the count, a command may ask for what its own insert has done, in two exact ways, since no other session can answer that.
    private static bool IsAllowed(string command)
    {
        if (Counts().IsMatch(command))
            return true;
        bool inserts = command.Contains("INSERT INTO", StringComparison.Ordinal);
        string rest = inserts ? InSameCommand().Replace(command, "") : command;
        return !AsksAnyhow().IsMatch(Quoted().Replace(rest, "''"));
    }

    [GeneratedRegex(@"last_insert_id|insert_id|identity|max\s*\(|auto_increment(?!_)|table\s+status|row_count|found_rows", RegexOptions.IgnoreCase)]
    private static partial Regex AsksAnyhow();

    // Values of rows, but not the names of variables.
    [GeneratedRegex(@"'ticket \d+'")]
    private static partial Regex Quoted();

    // MySqlConnector puts the number of a query's attributes in front of it.
    [GeneratedRegex(@"(^[\0\x01]*|;)DO LAST_INSERT_ID\(0\)(?=\n?;)|;\n?SELECT LAST_INSERT_ID\(\) AS mysqlbulk_answer(?=\n?;|$)|;SELECT COUNT\(\*\) AS mysqlbulk_answer FROM `tickets`( FORCE INDEX \(`PRIMARY`\))? WHERE `Id` BETWEEN LAST_INSERT_ID\(\) AND LAST_INSERT_ID\(\)\+\d+(?=\n?;|$)")]
    private static partial Regex InSameCommand();

    [GeneratedRegex(@"last_insert_id|row_count|found_rows|@@\s*(session\s*\.\s*)?(identity|insert_id|last_insert)", RegexOptions.IgnoreCase)]
    private static partial Regex Asks();

    [GeneratedRegex(@"SELECT (\+?\(SELECT COUNT\(\*\) FROM [^()]*(\([^()]*\)[^()]*)*\))+,CONCAT\('',LAST_INSERT_ID\(\)\)$")]
    private static partial Regex Counts();
}
