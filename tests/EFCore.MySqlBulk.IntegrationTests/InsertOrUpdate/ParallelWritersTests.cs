using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Calls that insert or update the same rows at the same time leave what some order of them would have left.</summary>
[BothServers]
public abstract class ParallelWritersTests(Servers servers, ServerKind kind)
{
    private const int Writers = 16;
    private const int Calls = 4;
    private const int Tokens = 600;
    private const int RowsPerCall = 250;

    [Theory]
    [InlineData("READ COMMITTED")]
    [InlineData("REPEATABLE READ")]
    public async Task Sixteen_writers_of_overlapping_rows(string isolation)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, Servers.Roomy);
        ConcurrentBag<(string Name, List<Ticket> Rows, BulkResult Done)> calls = [];

        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(
            async () =>
            {
                Random random = new(writer);
                await using ModelContext context = database.Context();
                await context.Database.OpenConnectionAsync(Token);
                await TestDatabase.ExecuteAsync(context, $"SET SESSION TRANSACTION ISOLATION LEVEL {isolation}");
                for (int call = 0; call < Calls; call++)
                {
                    string name = $"{writer}/{call}";
                    int[] tokens = [.. Enumerable.Range(0, Tokens)];
                    random.Shuffle(tokens);
                    List<Ticket> rows = [.. tokens.Take(RowsPerCall).Select(token => new Ticket { Token = token, Name = name, Score = writer })];
                    calls.Add((name, rows, await context.InsertOrUpdateAsync(isAsync: writer % 2 == 0, rows, new() { Match = t => t.Token })));
                }
            },
            Token)));

        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        Assert.Equal(Writers * Calls, calls.Count);
        Assert.Equal(stored.Count, calls.Sum(call => call.Done.RowsInserted));
        Assert.All(calls, call => Assert.Equal((RowsPerCall, 0), (call.Done.RowsInserted + call.Done.RowsUpdated, call.Done.RowsUnchanged)));
        Dictionary<int, (long Id, string Name)> byToken = stored.ToDictionary(row => row.Token, row => (row.Id, row.Name));
        Assert.All(calls, call => Assert.All(call.Rows, row => Assert.Equal(byToken[row.Token].Id, row.Id)));
        AssertSerial([.. calls.Select(call => (call.Name, call.Rows.Select(row => row.Token).ToArray()))], byToken);
    }

    // The call whose value is stored came after all others that wrote the row: these orders must not contradict each other.
    private static void AssertSerial(List<(string Name, int[] Tokens)> calls, Dictionary<int, (long Id, string Name)> stored)
    {
        Dictionary<string, HashSet<string>> before = calls.ToDictionary(call => call.Name, _ => new HashSet<string>());
        foreach ((string name, int[] tokens) in calls)
        {
            foreach (int token in tokens.Where(token => stored[token].Name != name))
                before[stored[token].Name].Add(name);
        }

        while (before.Count > 0)
        {
            string[] first = [.. before.Where(each => each.Value.Count == 0).Select(each => each.Key)];
            Assert.NotEmpty(first);
            foreach (string name in first)
                before.Remove(name);
            foreach (HashSet<string> names in before.Values)
                names.ExceptWith(first);
        }
    }
}
