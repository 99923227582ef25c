using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>A database and a proxy for cases that run one after the other.</summary>
internal sealed class FaultBench(TestDatabase database) : IAsyncDisposable
{
    /// <summary>The time that a statement may take.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(1);

    // A call ends ten seconds after the timeout of the wait that nobody answered.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);

    // What the caller does afterwards is between the caller and the driver, but it must end.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // The library's event: a session could not be ended.
    private const int SaidEvent = 201;
    private const string UpdateOne = "UPDATE tickets SET Name = {0}, Score = {1} WHERE Id = {2}";
    private readonly FaultProxy _proxy = new(database.ConnectionString);
    private readonly List<string> _violations = [];
    private List<Booking> _bookings = [];

    public async Task<FaultReport> RunAsync(FaultCase of)
    {
        _violations.Clear();
        List<Ticket> tickets = await ResetAsync(of);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        using FaultInjector injector = new(of, database, _proxy);
        _proxy.Policy = new() { OnPacket = injector.OnPacket, HasRecords = of.IsEncrypted, Delay = TimeSpan.FromMilliseconds(50 + (of.Seed % 10 * 40)) };
        ConcurrentQueue<(int Id, string Text)> log = CaseLog.Begin();
        (ModelContext context, IDbContextTransaction? joined) = await BeginAsync(of, injector);
        injector.Arm();
        long started = Stopwatch.GetTimestamp();
        _bookings = IsGraph(of) ? Booking.Of(tickets) : [];
        Exception? failure = await InTimeAsync("the call", () => CallAsync(context, of, tickets, Limit, injector.Token), of.IsAsync, BoundOf(of));
        TimeSpan took = Stopwatch.GetElapsedTime(started);
        injector.Disarm();
        if (failure is HangException)
        {
            ResetAll();
            return new(of, "hangs", injector.Happened, took, [failure.Message]);
        }

        // A driver's own calls may hang on a connection that has fallen silent: what the caller does next finds a broken one.
        if (failure is null && of.Kind is (FaultKind.Stall or FaultKind.Cut or FaultKind.Silence or FaultKind.LostCommit))
            injector.Met?.Reset();
        // On a busy machine a call may reach its limit.
        if (failure is not null && !injector.Happened && !(took >= Limit && SaysTooLong(failure)) && !(of.Pooling && IsRemembered(failure)))
            Violate($"nothing went wrong, and it failed: {failure.GetType().Name} {failure.Message} {failure.InnerException?.Message}");
        await CheckAsync(of, injector, tickets, before, context, joined, failure, log);
        await InTimeAsync("disposing of the context", async () => await context.DisposeAsync(), true);
        injector.Met?.Reset();
        return new(of, Outcome(failure), injector.Happened, took, [.. _violations]);
    }

    public async ValueTask DisposeAsync()
    {
        await _proxy.DisposeAsync();
        await database.DisposeAsync();
    }

    private static string Outcome(Exception? failure) => failure switch
    {
        null => "stored",
        BulkOperationException { Outcome: BulkOutcome.All } => "stored",
        OperationCanceledException when failure.Message.Contains("All rows of this call are stored", StringComparison.Ordinal) => "stored",
        OperationCanceledException when !failure.Message.Contains("not known", StringComparison.OrdinalIgnoreCase) => "cancelled",
        _ when failure.Message.Contains("not known", StringComparison.OrdinalIgnoreCase) => "not known",
        _ => "failed",
    };

    // If nobody answers, the call waits for a connection and then, if that was the one over which pipelining is tried, for a statement on the context's.
    private static TimeSpan BoundOf(FaultCase of)
    {
        TimeSpan connect = TimeSpan.FromSeconds(of.ConnectSeconds);
        return Grace + (of.Pipelining == BulkPipelining.Always ? connect + Limit : of.IsJoined ? Limit : connect);
    }

    private async Task<(ModelContext Context, IDbContextTransaction? Joined)> BeginAsync(FaultCase of, FaultInjector injector)
    {
        string settings = $"{(of.IsEncrypted ? "SslMode=Required" : "SslMode=Disabled;AllowPublicKeyRetrieval=True")};"
            + $"Connection Timeout={of.ConnectSeconds};Default Command Timeout=5;Pooling={of.Pooling}"
            // For a minute it is remembered by the connection string that a trial of pipelining got no answer. This setting does nothing without a pool.
            + (of.Pooling ? "" : $";Connection Lifetime={1_000_000 + of.Seed}");
        for (int tries = 1; ; tries++)
        {
            ModelContext context = database.Context(_proxy, settings, options => options.UseLoggerFactory(CaseLog.Factory).UseMySqlBulk(bulk => bulk.DecisionTable(Decisions.Table).RecordCommits(of.RecordsCommits))
                .AddInterceptors(injector.Deadlock is { } deadlock ? [deadlock] : Array.Empty<IInterceptor>()));
            try
            {
                if (of.IsEncrypted)
                    await context.Database.OpenConnectionAsync();
                return (context, of.IsJoined ? await context.Database.BeginTransactionAsync() : null);
            }
            catch (Exception) when (tries < 10)
            {
                // On a busy machine the handshake may not finish in time.
                await context.DisposeAsync();
            }
        }
    }

    private async Task CheckAsync(
        FaultCase of, FaultInjector injector, List<Ticket> tickets, List<(long, int, string, double)> before, ModelContext context, IDbContextTransaction? joined, Exception? failure,
        ConcurrentQueue<(int Id, string Text)> log)
    {
        bool isNotKnown = Outcome(failure) == "not known";
        // A call that failed after storing the rows says so.
        bool isStored = failure is not null && Outcome(failure) == "stored";
        bool hasFailed = failure is not null && !isStored;
        if (!IsDocumented(of, failure))
            Violate($"{failure!.GetType().Name} is not documented: {failure.Message}\n{OurFrames(failure)}");
        // Only the answer of one connection is lost, and the record can be read over another one.
        if (of is { RecordsCommits: true, IsJoined: false, Kind: FaultKind.LostCommit } && isNotKnown)
            Violate($"the commit was recorded, and its outcome is not known: {failure!.Message}");
        if (failure is BulkConcurrencyException && of.Kind != FaultKind.Corrupt)
            Violate($"no row is missing: {failure.Message}");
        // A kill may come after the call has ended, and the last packet may be the one with the fault.
        bool isOurs = failure is not null || (of.Kind != FaultKind.Kill && injector.Met is null or { IsPipeline: true });
        bool saysLost = failure is BulkOperationException { TransactionLost: true };
        bool isLost = joined is not null && (saysLost || context.Database.CurrentTransaction is null
            || (failure is OperationCanceledException && context.Database.GetDbConnection().State != System.Data.ConnectionState.Open));
        // A driver that does not return may leave the context a transaction that was reported as lost. A connection that was open before the call may be one that is reset here.
        if (joined is null || isLost)
            isOurs &= !await HaveLocksBeenResetAsync(log) || !of.IsEncrypted;
        if (joined is not null && saysLost && await InTimeAsync("the caller's COMMIT", async () => await joined.CommitAsync(), true) is null)
            Violate("the caller's transaction was lost, and its COMMIT succeeded");
        if (joined is not null && !isLost)
        {
            // A call that reports that nothing is left must have left nothing, even if the rest of the transaction is committed.
            Exception? ended = await InTimeAsync("the caller's COMMIT", async () => await joined.CommitAsync(), true);
            if (ended is not null)
            {
                isNotKnown = true;
                // A failure after the call is between the caller and the driver.
                isOurs &= failure is not null;
                if (failure is not BulkOperationException { TransactionLost: false })
                    failure = ended;
                else
                    Violate($"the caller's transaction cannot be ended, and nobody said so: {ended.Message}");
                await InTimeAsync("the caller's dispose", async () => await joined.DisposeAsync(), true);
            }
        }

        if (joined is not null)
            await InTimeAsync("disposing of the caller's transaction", async () => await joined.DisposeAsync(), true);
        // A kill that comes after the call's last statement hits the first one behind it.
        await injector.Later;
        if (of.Kind == FaultKind.KillQuery)
            await InTimeAsync("what a late kill hits", async () => await context.Database.ExecuteSqlRawAsync("DO SLEEP(0)"), true);
        Exception? query = await InTimeAsync("a query on the context", async () => await context.Set<Ticket>().CountAsync(), true);
        if (query is not null && isOurs)
            Violate($"the context cannot be used afterwards: {query.GetType().Name} {query.Message}");
        await LocksGoneAsync();
        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        List<(long Id, int Token, string Name, double Score)> after = of.Operation == FaultOperation.Delete ? [] : Tickets.Values(tickets);
        bool isNone = stored.SequenceEqual(before);
        bool isWhole = failure is null && !isNotKnown && HasKeys(of)
            ? stored.SequenceEqual(after)
            : stored.Select(t => t with { Id = 0 }).OrderBy(t => t.Token).SequenceEqual(after.Select(t => t with { Id = 0 }).OrderBy(t => t.Token));
        if (failure is null && !isNotKnown && !isWhole)
            Violate(isNone ? "said to be stored, and nothing is" : stored.Count == after.Count ? "other keys or values are stored than the entities have" : $"{stored.Count} rows are stored");
        else if (!isNone && !isWhole)
            Violate($"neither all rows nor none: {stored.Count} rows, {stored.Count(t => t.Name.StartsWith("changed", StringComparison.Ordinal))} of them changed. {failure?.Message}");
        else if (isStored && !isWhole)
            Violate($"said to be stored, and nothing is: {failure!.Message}");
        else if (failure is not null && !isNotKnown && !isStored && isWhole && !isNone)
            Violate($"said not to be stored, and all is: {failure.Message}");
        await CheckBookingsAsync(of, stored, hasFailed);
        if (hasFailed && !isNotKnown && isNone && _violations.Count == 0)
            await CallAgainAsync(of, tickets);
    }

    // Nothing of a failed call is stored, so the same call stores everything.
    private async Task CallAgainAsync(FaultCase of, List<Ticket> tickets)
    {
        await using ModelContext context = database.Context();
        if (await InTimeAsync("the call made again", () => CallAsync(context, of, tickets, Patience, CancellationToken.None), of.IsAsync) is { } failure)
        {
            Violate($"made again, the call failed: {failure.GetType().Name} {failure.Message}");
            return;
        }

        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        if (!(HasKeys(of) ? stored : stored.Select(t => t with { Id = 0 })).SequenceEqual(of.Operation == FaultOperation.Delete ? [] : Tickets.Values(tickets)))
            Violate($"made again, the call left other rows than it was given: {stored.Count}");
        await CheckBookingsAsync(of, stored, hasFailed: false);
    }

    private static bool HasKeys(FaultCase of) => of.Strategy != BulkStrategy.LoadData || of.Seed % 2 == 0;

    private static bool IsGraph(FaultCase of) => of.Operation is FaultOperation.InsertGraph or FaultOperation.InsertOrUpdateGraph;

    // Each ticket has its booking with its seats, and a failed call has taken back what it wrote to the entities.
    private async Task CheckBookingsAsync(FaultCase of, List<(long Id, int Token, string Name, double Score)> stored, bool hasFailed)
    {
        if (!IsGraph(of))
            return;
        bool areNew = of.Operation == FaultOperation.InsertGraph;
        Ticket[] tickets = [.. stored.Where(t => areNew || t.Name.StartsWith("changed", StringComparison.Ordinal)).Select(t => new Ticket { Token = t.Token })];
        int seats = Booking.Of(tickets).Sum(booking => booking.Seats.Count);
        List<object?[]> bookings = await database.QueryAsync("SELECT b.Id, b.TicketId FROM bookings b JOIN tickets t ON t.Id = b.TicketId AND t.Name = b.Name ORDER BY b.Id");
        List<object?[]> seated = await database.QueryAsync("SELECT s.Id, s.BookingId, s.Number FROM seats s JOIN bookings b ON b.Id = s.BookingId ORDER BY s.BookingId, s.Number");
        if (bookings.Count != tickets.Length || seated.Count != seats)
            Violate($"{tickets.Length} tickets, {bookings.Count} bookings and {seated.Count} seats instead of {seats} are stored");
        if (hasFailed && _bookings.Exists(booking => booking.IsTouched || (areNew && booking.Ticket!.Id != 0)))
            Violate("the call has failed, and entities hold what it wrote to them");
        if (hasFailed || tickets.Length == 0)
            return;
        if (!_bookings.Select(booking => ((object)booking.Id, (object)booking.TicketId)).SequenceEqual(bookings.Select(row => (row[0]!, row[1]!)))
            || !_bookings.SelectMany(booking => booking.Seats).OrderBy(seat => seat.BookingId).ThenBy(seat => seat.Number)
                .Select(seat => $"{seat.Id} {seat.BookingId} {seat.Number}").SequenceEqual(seated.Select(row => $"{row[0]} {row[1]} {row[2]}")))
            Violate("the entities hold other keys than their rows");
    }

    // Pipelining that is forced and cannot be tried is refused.
    private static bool IsDocumented(FaultCase of, Exception? failure) => failure switch
    {
        null or BulkOperationException => true,
        OperationCanceledException => of.Kind == FaultKind.Cancel,
        InvalidOperationException => of.Pipelining == BulkPipelining.Always && failure.Message.Contains("Always is not possible", StringComparison.Ordinal),
#if CONNECTORNET
        // Connector/NET has no reader to return if a statement was interrupted.
        NullReferenceException when of.Kind == FaultKind.KillQuery => true,
#endif
        _ => false,
    };

    // An earlier case with the same connection string was answered too late.
    private static bool IsRemembered(Exception failure) => failure is InvalidOperationException or BulkOperationException && failure.Message.Contains("did not answer pipelined statements within", StringComparison.Ordinal);

    private static bool SaysTooLong(Exception failure) => failure.Message.Contains("took longer than", StringComparison.Ordinal);

    private static string OurFrames(Exception failure)
        => string.Join('\n', (failure.StackTrace ?? "").Split('\n').Where(frame => frame.Contains(" EFCore.MySqlBulk.", StringComparison.Ordinal)).Take(6));

    private void Violate(string what) => _violations.Add(what);

    // Returns whether all connections had to be reset, as event 201 asks.
    private async Task<bool> HaveLocksBeenResetAsync(ConcurrentQueue<(int Id, string Text)> log)
    {
        long started = Stopwatch.GetTimestamp();
        if (!await IsLockedAsync())
            return false;
        bool isSaid = log.Any(entry => entry.Id == SaidEvent);
        if (isSaid)
            ResetAll();
        await LocksGoneAsync();
        if (!isSaid)
            Violate($"rows were locked for another {Stopwatch.GetElapsedTime(started).TotalMilliseconds:0} ms when the call had returned, and event 201 did not say so");
        return isSaid;
    }

    private async Task LocksGoneAsync()
    {
        TimeSpan started = FairClock.Now;
        while (await IsLockedAsync())
        {
            if (FairClock.Now - started > Patience)
            {
                Violate($"rows stay locked for {Patience.TotalSeconds} s");
                ResetAll();
                return;
            }

            await Task.Delay(10);
        }
    }

    private void ResetAll()
    {
        foreach (ProxyLink link in _proxy.Links)
            link.Reset();
    }

    private async Task<bool> IsLockedAsync()
    {
        try
        {
            await database.QueryAsync("SELECT COUNT(*) FROM (SELECT Id FROM tickets FOR UPDATE NOWAIT) AS t");
            return false;
        }
        catch (DbException exception) when (Trouble.Number(exception) is 3572 or 1205)
        {
            return true;
        }
    }

    private async Task<List<Ticket>> ResetAsync(FaultCase of)
    {
        List<string> statements = ["DELETE FROM seats", "DELETE FROM bookings", "DELETE FROM tickets"];
        List<Ticket> tickets = Tickets.New(of.Rows);
        if (of.Operation is not (FaultOperation.Insert or FaultOperation.InsertGraph))
        {
            tickets.ForEach(ticket => ticket.Id = ticket.Token);
            statements.Add("INSERT INTO tickets (Id, Token, Name, Score) VALUES " + string.Join(",", tickets.Select(t => $"({t.Id},{t.Token},'before',0)")));
            tickets.ForEach(ticket => ticket.Name = $"changed {ticket.Token}");
        }

        await database.ExecuteAsync([.. statements]);
        return tickets;
    }

    private async Task CallAsync(ModelContext context, FaultCase of, List<Ticket> tickets, TimeSpan limit, CancellationToken token)
    {
        BulkInsertOptions insert = new() { ReturnKeys = HasKeys(of), Strategy = of.Strategy, Pipelining = of.Pipelining, BatchRows = of.BatchRows, Timeout = limit };
        BulkInsertOrUpdateOptions<Booking> either = new() { IncludeGraph = true, Pipelining = of.Pipelining, BatchRows = of.BatchRows, Timeout = limit };
        BulkUpdateOptions<Ticket> update = new() { Strategy = of.Strategy, Pipelining = of.Pipelining, BatchRows = of.BatchRows, Timeout = limit };
        BulkDeleteOptions delete = new() { Strategy = of.Strategy, Pipelining = of.Pipelining, BatchRows = of.BatchRows, Timeout = limit };
        BulkExecuteOptions execute = new() { Strategy = of.Strategy, Pipelining = of.Pipelining, BatchRows = of.BatchRows, Timeout = limit };
        _ = (of.Operation, of.IsAsync) switch
        {
            (FaultOperation.InsertGraph, true) => await context.BulkInsertAsync(_bookings, insert with { IncludeGraph = true }, token),
            (FaultOperation.InsertGraph, false) => context.BulkInsert(_bookings, insert with { IncludeGraph = true }),
            (FaultOperation.InsertOrUpdateGraph, true) => await context.BulkInsertOrUpdateAsync(_bookings, either, token),
            (FaultOperation.InsertOrUpdateGraph, false) => context.BulkInsertOrUpdate(_bookings, either),
            (FaultOperation.Insert, true) => await context.BulkInsertAsync(tickets, insert, token),
            (FaultOperation.Insert, false) => context.BulkInsert(tickets, insert),
            (FaultOperation.Update, true) => await context.BulkUpdateAsync(tickets, update, token),
            (FaultOperation.Update, false) => context.BulkUpdate(tickets, update),
            (FaultOperation.Delete, true) => await context.BulkDeleteAsync(tickets, delete, token),
            (FaultOperation.Delete, false) => context.BulkDelete(tickets, delete),
            (_, true) => await context.BulkExecuteRawAsync(tickets, UpdateOne, t => (t.Name, t.Score, t.Id), execute, token),
            _ => context.BulkExecuteRaw(tickets, UpdateOne, t => (t.Name, t.Score, t.Id), execute),
        };
    }

    // A synchronous call holds its thread, which must not be one of the pool's: others wait for those.
    private async Task<Exception?> InTimeAsync(string what, Func<Task> work, bool isAsync, TimeSpan? bound = null)
    {
        Task<Exception?> run = isAsync
            ? Task.Run(() => Record.ExceptionAsync(async () => await work()).AsTask()!)
            : Task.Factory.StartNew(() => Record.ExceptionAsync(async () => await work()).AsTask().GetAwaiter().GetResult(), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)!;
        if (await FairClock.EndsAsync(run, bound ?? Patience))
            return await run;
        Violate($"{what} hangs");
        return new HangException(what);
    }

    private sealed class HangException(string what) : Exception($"{what} hangs");
}
