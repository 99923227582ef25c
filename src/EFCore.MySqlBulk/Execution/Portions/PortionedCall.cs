using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>Runs a call as a sequence of calls, each of which commits a portion of its rows. A portion is held in memory, so it can be repeated although the rows are a stream.</summary>
internal static class PortionedCall
{
    /// <summary>The call with the option that commits its rows in portions, if it has one.</summary>
    /// <exception cref="ArgumentException">The option is invalid, or cannot be combined with another one.</exception>
    public static RequestedOperation Of(RequestedOperation call, ICommitPortions? options)
    {
        if (options?.CommitRows is not { } size)
            return call;
        BulkRequest request = call.Request;
        string option = $"CommitRows of {request.Traits.Name}";
        if (size < 1)
            throw new ArgumentException($"{option} is {size}; it must be 1 or more.", nameof(options));
        if (request.Options.IncludeGraph)
            throw new ArgumentException($"{option} commits the rows in portions, and IncludeGraph stores them with related entities, which may belong to several portions. Leave one of the two options out.", nameof(options));
        if (request.Options.AtomicBy is not null)
            throw new ArgumentException($"{option} commits the rows in portions, and Atomic commits them together. Leave one of the two options out.", nameof(options));
        if (request.Traits.LooksUp && !request.Options.CheckDuplicates)
            throw new ArgumentException($"{option} commits the rows in portions, and Duplicates makes one row of several, which may be in different portions. Leave one of the two options out.", nameof(options));
        return call with { Request = request with { CommitRows = size } };
    }

    /// <param name="call">The call.</param>
    /// <param name="run">Runs the call for a portion.</param>
    /// <param name="cleanUp">Ends the reading of the rows after a failure.</param>
    /// <param name="token">Cancels.</param>
    /// <returns>The sum of all portions' results.</returns>
    public static async ValueTask<BulkResult> RunAsync(RequestedOperation call, Func<RequestedOperation, ValueTask<BulkResult>> run, CleanUp cleanUp, CancellationToken token)
    {
        BulkRequest request = call.Request;
        CheckSurroundings(request);
        long started = Stopwatch.GetTimestamp();
        int size = request.CommitRows!.Value;
        PortionReader reader = new(request.Rows, size, token);
        PortionResults results = new(size, started);
        PortionProgress? progress = request.Options.Progress is { } receiver ? new(receiver, TotalOf(request), started) : null;
        Portion portion = new(size, 0);
        bool isReading = true;
        try
        {
            while (await reader.ReadAsync().ConfigureAwait(false) is { Count: > 0 } rows)
            {
                portion = new(size, portion.End, rows.Count, reader.HasEnded);
                isReading = false;
                results.Add(await run(call with { Request = Of(request, rows, portion, progress) }).ConfigureAwait(false));
                progress?.GoOn();
                portion = new(size, portion.End);
                isReading = true;
            }
        }
        catch (Exception exception) when (portion.First > 0 || portion.Left != BulkOutcome.Nothing)
        {
            throw PortionFailure.Of(exception, portion, isReading);
        }
        finally
        {
            await cleanUp.RunAsync(reader.DisposeAsync).ConfigureAwait(false);
        }

        return results.Sum();
    }

    /// <summary>The first portion of a call, as a call.</summary>
    /// <exception cref="InvalidOperationException">A portion could not be committed.</exception>
    public static async ValueTask<BulkRequest> FirstAsync(BulkRequest request, CancellationToken token)
    {
        CheckSurroundings(request);
        int size = request.CommitRows!.Value;
        PortionReader reader = new(request.Rows, size, token);
        try
        {
            List<object?> rows = await reader.ReadAsync().ConfigureAwait(false);
            return Of(request, rows, new(size, 0, rows.Count, reader.HasEnded), null);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static BulkRequest Of(BulkRequest request, List<object?> rows, Portion portion, PortionProgress? progress) => request with
    {
        Rows = new SequenceRows<object?>(rows, portion.First),
        Portion = portion,
        Options = progress is null ? request.Options : request.Options with { Progress = progress },
        // The hooks remember the entities for which they have run, for the portion's next attempt.
        Hooks = request.Hooks?.Anew(),
    };

    // Rows that are not modified are not sent, and a row may be stored as several ones.
    private static int? TotalOf(BulkRequest request) => request.IsGraph || request.Options.OnlyModified ? null : request.Rows.Count;

    private static void CheckSurroundings(BulkRequest request)
    {
        string name = request.Traits.Name;
        if (ExecutionStrategy.Current is not null)
            throw new InvalidOperationException($"CommitRows of {name} commits the rows in portions, and an execution strategy of yours would send the stored ones again. Call {name} outside ExecuteAsync(…): each portion is repeated by itself.");
        switch (TransactionKinds.Of(request.Context.Database))
        {
            case TransactionKind.Joined or TransactionKind.Ambient:
                throw new InvalidOperationException($"CommitRows of {name} commits the rows in portions, which is not possible in your transaction. Leave CommitRows out, or call {name} outside the transaction.");
            case TransactionKind.None:
                throw new InvalidOperationException($"CommitRows of {name} commits the rows in portions, but the context's AutoTransactionBehavior is Never, so there are no transactions. Leave CommitRows out, or set AutoTransactionBehavior.WhenNeeded.");
        }
    }
}
