using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>Calls that synchronise the same table at the same time come one after the other: it ends as one of them left it.</summary>
[BothServers]
public abstract class ParallelSynchronizeTests(Servers servers, ServerKind kind)
{
    private const int Writers = 8;
    private const int Calls = 4;

    [Theory]
    [InlineData("READ COMMITTED", BulkPipelining.Never)]
    [InlineData("REPEATABLE READ", BulkPipelining.Never)]
    [InlineData("REPEATABLE READ", BulkPipelining.Always)]
    public async Task Eight_writers_of_different_lists(string isolation, BulkPipelining pipelining)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, Servers.Roomy);
        await Tickets.SeedAsync(database, 300);
        ConcurrentBag<(List<Ticket> Rows, BulkResult Done)> calls = [];

        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(
            async () =>
            {
                Random random = new(writer);
                await using ModelContext context = database.Context();
                await context.Database.OpenConnectionAsync(Token);
                await TestDatabase.ExecuteAsync(context, $"SET SESSION TRANSACTION ISOLATION LEVEL {isolation}");
                for (int call = 0; call < Calls; call++)
                {
                    int[] tokens = [.. Enumerable.Range(1, 400)];
                    random.Shuffle(tokens);
                    List<Ticket> rows = [.. tokens.Take(250).Select(token => new Ticket { Token = token, Name = token % 3 == 0 ? "same" : $"{writer}/{call}" })];
                    calls.Add((rows, await context.SynchronizeAsync(isAsync: writer % 2 == 0, rows, new() { WholeTable = true, Match = t => t.Token, Pipelining = pipelining })));
                }
            },
            Token)));

        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        Assert.Equal(Writers * Calls, calls.Count);
        Assert.All(calls, call => Assert.Equal((250, call.Done.RowsOrphaned), (call.Done.RowsInserted + call.Done.RowsUpdated + call.Done.RowsUnchanged, call.Done.RowsDeleted)));
        Assert.Equal(300 + calls.Sum(call => call.Done.RowsInserted) - calls.Sum(call => call.Done.RowsDeleted), stored.Count);
        Assert.Contains(calls, call => Tickets.Values(call.Rows).SequenceEqual(stored));
    }
}
