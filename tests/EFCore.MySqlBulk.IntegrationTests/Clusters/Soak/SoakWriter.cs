using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters.Soak;

/// <summary>Makes one call after the other on tickets of its own, and knows what has to be stored.</summary>
/// <param name="number">Which tickets are its own.</param>
/// <param name="recordsCommits">Whether its calls record their commits.</param>
/// <param name="open">Opens a context on any member.</param>
/// <param name="readAsync">Reads what the cluster has stored of its tickets.</param>
/// <param name="ledger">Gets how each call ended.</param>
public sealed class SoakWriter(int number, bool recordsCommits, Func<ModelContext> open, Func<int, int, Task<Dictionary<int, (string Name, double Score)>>> readAsync, SoakLedger ledger)
{
    private const int Own = 1_000_000;
    private const int MostRows = 600;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Random _random = new(number);
    private readonly int _first = number * Own;
    private Dictionary<int, (string Name, double Score)> _stored = [];
    private int _next = number * Own;
    private int _calls;

    public async Task RunAsync(CancellationToken end)
    {
        Func<Task>[] calls =
        [
            InsertAsync, UpdateAsync, InsertOrUpdateAsync, InsertAsync, InsertIfAbsentAsync, ExecuteAsync, DeleteAsync, SynchronizeAsync, SaveChangesAsync, ReadAsync, InsertAsync, DeleteByKeyAsync,
        ];
        while (!end.IsCancellationRequested)
            await calls[_calls++ % calls.Length]();
    }

    /// <summary>Compares what is stored with what has to be.</summary>
    public async Task CheckAsync(string when)
    {
        Dictionary<int, (string Name, double Score)> stored = await readAsync(_first, _first + Own);
        if (!Same(stored, _stored))
            ledger.Violations.Enqueue($"{when}: writer {number}: {Difference(stored, _stored)}");
        _stored = stored;
    }

    private Task InsertAsync()
    {
        List<Ticket> added = New(_random.Next(4) == 0 ? 400 : 20);
        return CallAsync("BulkInsert", With(added), context => context.BulkInsertAsync(added));
    }

    private async Task UpdateAsync()
    {
        List<Ticket> changed = await TrackedAsync(_random.Next(4) == 0 ? 300 : 20);
        changed.ForEach(ticket => ticket.Score = _calls);
        await CallAsync("BulkUpdate", With(changed), context => context.BulkUpdateAsync(changed));
    }

    private Task InsertOrUpdateAsync()
    {
        List<Ticket> rows = [.. New(10), .. Some(10, _calls)];
        return CallAsync("BulkInsertOrUpdate", With(rows), context => context.BulkInsertOrUpdateAsync(rows, new() { Match = ticket => ticket.Token }));
    }

    private Task InsertIfAbsentAsync()
    {
        List<Ticket> added = New(10);
        List<Ticket> rows = [.. added, .. Some(10, _calls)];
        return CallAsync("BulkInsertIfAbsent", With(added), context => context.BulkInsertIfAbsentAsync(rows, new() { Match = ticket => ticket.Token }));
    }

    private Task ExecuteAsync()
    {
        List<Ticket> rows = Some(20, _calls);
        return CallAsync("BulkExecute", With(rows), context => context.BulkExecuteAsync(rows, row => $"UPDATE tickets SET Score = {row.Score} WHERE Token = {row.Token}"));
    }

    private async Task DeleteAsync()
    {
        List<Ticket> gone = await TrackedAsync(_stored.Count > MostRows ? 300 : 10);
        await CallAsync("BulkDelete", Without(gone), context => context.BulkDeleteAsync(gone));
    }

    private async Task DeleteByKeyAsync()
    {
        List<Ticket> gone = await TrackedAsync(10);
        long[] keys = [.. gone.Select(ticket => ticket.Id)];
        await CallAsync("BulkDeleteByKey", Without(gone), context => context.Set<Ticket>().BulkDeleteByKeyAsync(keys));
    }

    private Task SynchronizeAsync()
    {
        List<Ticket> rows = [.. Some(Math.Max(0, _stored.Count - 5), _calls), .. New(5)];
        int from = _first;
        int to = _first + Own;
        return CallAsync("BulkSynchronize", rows.ToDictionary(ticket => ticket.Token, ticket => (ticket.Name, ticket.Score)), context => context.BulkSynchronizeAsync(
            rows, new() { Match = ticket => ticket.Token, Scope = stored => stored.Where(ticket => ticket.Token >= from && ticket.Token < to), AllowEmpty = true }));
    }

    private Task SaveChangesAsync()
    {
        List<Ticket> added = New(20);
        return CallAsync("BulkSaveChanges", With(added), context =>
        {
            context.AddRange(added);
            return context.BulkSaveChangesAsync();
        });
    }

    private Task ReadAsync()
    {
        int[] tokens = [.. Some(20, 0).Select(ticket => ticket.Token)];
        return CallAsync("BulkReadFound", _stored, context => context.Set<Ticket>().BulkReadFoundAsync(tokens, new() { Match = ticket => ticket.Token }));
    }

    private async Task CallAsync(string call, Dictionary<int, (string Name, double Score)> after, Func<ModelContext, Task> make)
    {
        try
        {
            await using ModelContext context = open();
            await make(context);
            ledger.Well(NameOf(call));
            _stored = after;
        }
        catch (Exception exception)
        {
            ledger.Failed(NameOf(call), exception);
            Dictionary<int, (string Name, double Score)> stored = await readAsync(_first, _first + Own);
            BulkOutcome outcome = exception is BulkException bulk ? bulk.Outcome : BulkOutcome.Unknown;
            bool isRight = outcome switch
            {
                BulkOutcome.Nothing => Same(stored, _stored),
                BulkOutcome.All => Same(stored, after),
                BulkOutcome.Unknown => Same(stored, _stored) || Same(stored, after),
                _ => false,
            };
            if (!isRight)
                ledger.Violations.Enqueue($"{call}, {outcome}: to before: {Difference(stored, _stored)}, to after: {Difference(stored, after)}: {exception.Message}");
            _stored = stored;
        }
    }

    private string NameOf(string call) => recordsCommits ? $"{call}, recorded" : call;

    // With the keys that the server has given.
    private async Task<List<Ticket>> TrackedAsync(int count)
    {
        int[] tokens = [.. Some(count, 0).Select(ticket => ticket.Token)];
        for (long started = Stopwatch.GetTimestamp(); ; await Task.Delay(100))
        {
            try
            {
                await using ModelContext context = open();
                List<Ticket> found = await context.Set<Ticket>().AsNoTracking().Where(ticket => tokens.Contains(ticket.Token)).ToListAsync();
                // A member may be behind.
                if (found.Count == tokens.Length)
                    return found;
                if (Stopwatch.GetElapsedTime(started) > Patience)
                {
                    await CheckAsync("between calls");
                    return found;
                }
            }
            catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException)
            {
                Assert.True(Stopwatch.GetElapsedTime(started) < 2 * Patience, exception.Message);
            }
        }
    }

    private List<Ticket> New(int count) => [.. Enumerable.Range(0, count).Select(_ => new Ticket { Token = _next++, Name = $"call {_calls}", Score = 0 })];

    private List<Ticket> Some(int count, double score)
        => [.. _stored.Skip(Math.Max(0, _random.Next(_stored.Count + 1) - count)).Take(count).Select(row => new Ticket { Token = row.Key, Name = row.Value.Name, Score = score })];

    private Dictionary<int, (string Name, double Score)> With(IEnumerable<Ticket> rows)
    {
        Dictionary<int, (string Name, double Score)> after = new(_stored);
        foreach (Ticket row in rows)
            after[row.Token] = (row.Name, row.Score);
        return after;
    }

    private Dictionary<int, (string Name, double Score)> Without(IEnumerable<Ticket> rows)
    {
        Dictionary<int, (string Name, double Score)> after = new(_stored);
        foreach (Ticket row in rows)
            after.Remove(row.Token);
        return after;
    }

    private static bool Same(Dictionary<int, (string Name, double Score)> a, Dictionary<int, (string Name, double Score)> b)
        => a.Count == b.Count && a.All(row => b.TryGetValue(row.Key, out (string Name, double Score) other) && other == row.Value);

    private static string Difference(Dictionary<int, (string Name, double Score)> stored, Dictionary<int, (string Name, double Score)> expected)
        => $"{expected.Keys.Except(stored.Keys).Count()} missing, {stored.Keys.Except(expected.Keys).Count()} too many, {stored.Count(row => expected.TryGetValue(row.Key, out (string Name, double Score) other) && other != row.Value)} different";
}
