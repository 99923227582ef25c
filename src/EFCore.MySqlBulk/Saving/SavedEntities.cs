using System.Diagnostics;
using System.Runtime.InteropServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Stores the entities of a bulk call as <c>SaveChanges</c> in bulk stores tracked ones. They are tracked beside the context, for the time of the call.</summary>
internal sealed class SavedEntities(SaveMode mode) : EntityPipeline
{
    public override async ValueTask<BulkResult> StoreAsync(BulkRequest request, IOBehavior io, CancellationToken token)
    {
        long started = Stopwatch.GetTimestamp();
        List<object?> rows = await request.Rows.ReadAllAsync(token).ConfigureAwait(false);
        CheckLeftOut(request, rows);
        DetachedTracker tracker = new(request.Context);
        Track(request, rows, tracker);
        using SavePass pass = SavePass.Begin(request.Context);
        List<BulkResult> sent = mode.Sent = [];
        int entries;
        try
        {
            entries = await tracker.SaveAsync(io, token).ConfigureAwait(false);
        }
        catch (DbUpdateException exception)
        {
            throw Failed(request, rows, exception);
        }
        finally
        {
            mode.Sent = null;
        }

        tracker.Accept();
        BulkResult result = new()
        {
            Verb = request.Operation.ResultVerb,
            Strategy = sent.FirstOrDefault()?.Strategy ?? BulkStrategy.None,
            Reason = ReasonOf(request.EntityType, request.Detour!),
            IsPipelined = sent.Any(each => each.IsPipelined),
            PipeliningReason = sent.FirstOrDefault()?.PipeliningReason ?? "the provider's own batches",
            Statements = sent.Sum(each => each.Statements),
            Connections = 1,
            Elapsed = Stopwatch.GetElapsedTime(started),
        };
        return request.Operation.Count(result, request.Options.IncludeGraph ? entries : rows.Count);
    }

    private static void CheckLeftOut(BulkRequest request, List<object?> rows)
    {
        using TrackedEntries tracked = TrackedEntries.Of(request);
        int first = Math.Min(rows.Count, Thresholds.PreparedFromRows);
        Omissions.Tell(request, CollectionsMarshal.AsSpan(rows)[..first], areAll: first == rows.Count, tracked, ContextLog.Of(request.Context));
        LeftOutCheck.Of(request, tracked)?.CheckAll(rows);
    }

    private static void Track(BulkRequest request, List<object?> rows, DetachedTracker tracker)
    {
        HashSet<object> own = new(request.Context.ChangeTracker.Entries().Select(entry => entry.Entity), ReferenceEqualityComparer.Instance);
        HashSet<object> given = new(rows.Count, ReferenceEqualityComparer.Instance);
        for (int i = 0; i < rows.Count; i++)
        {
            object row = rows[i] ?? throw new BulkOperationException($"Row {i} is null.") { RowIndex = i };
            if (own.Contains(row))
            {
                throw new NotSupportedException(
                    $"Row {i} is tracked by the context, and '{request.EntityType.DisplayName()}' {request.Detour} Save tracked entities with BulkSaveChanges, or give entities that are not tracked.");
            }

            if (!given.Add(row) && request.Operation.Kind == BulkOperation.Insert)
                throw new BulkOperationException($"Row {i} is the same instance as an earlier row, which would be stored twice. Give each entity once.") { RowIndex = i };
        }

        GraphStates states = new(request, given);
        foreach (object? row in rows)
            tracker.Track(row!, states.TypeOf(row!), StateOf, states.Select);

        EntityState StateOf(EntityEntry entry, INavigationBase? reachedBy)
        {
            EntityState state = states.Of(entry, reachedBy);
            if (state == EntityState.Added && !given.Contains(entry.Entity) && !entry.Metadata.IsOwned())
                request.Hooks?.RunForRelated(entry.Entity);
            return state;
        }
    }

    // SaveChanges reports entries; the caller of a bulk operation knows rows.
    private static DbUpdateException Failed(BulkRequest request, List<object?> rows, DbUpdateException exception)
    {
        HashSet<object> atFault = new(exception.Entries.Select(entry => entry.Entity), ReferenceEqualityComparer.Instance);
        int[] indexes = [.. Enumerable.Range(0, rows.Count).Where(i => atFault.Contains(rows[i]!))];
        string subject = indexes.Length == 1 ? $"Row {indexes[0]} of '{request.EntityType.DisplayName()}'" : $"'{request.EntityType.DisplayName()}'";
        string message = $"{subject}: {(exception.InnerException ?? exception).Message}";
        return exception is DbUpdateConcurrencyException
            ? new BulkConcurrencyException(message) { RowIndexes = indexes, Outcome = BulkOutcome.Unknown }
            : new BulkOperationException(message, exception.InnerException)
            {
                RowIndex = indexes is [var only] ? only : null,
                ErrorNumber = ServerError.Number(exception.InnerException),
                SqlState = ServerError.State(exception.InnerException),
                Outcome = BulkOutcome.Unknown,
            };
    }
}
