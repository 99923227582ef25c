using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Parts;
using EFCore.MySqlBulk.Execution.Portions;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Recovery;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Warnings;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging.Abstractions;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Plans a request and fills its first statement without sending it. It reads the server's facts, and the first rows of a stream.</summary>
internal static class BulkExplainer
{
    public static async ValueTask<BulkExplanation> ExplainAsync(RequestedOperation call, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(request.Context);
        if (CallRows.AreNone(request))
            return new() { Reason = "no rows", RowCount = 0 };
        if (request.CommitRows is not { } size)
            return await ExplainAsync(call, request, io, token).ConfigureAwait(false);
        BulkRequest portion = await PortionedCall.FirstAsync(request, token).ConfigureAwait(false);
        if (CallRows.AreNone(portion))
            return new() { Reason = "no rows", RowCount = 0 };
        BulkExplanation first = await ExplainAsync(call, portion, io, token).ConfigureAwait(false);
        return first with { Reason = string.Create(CultureInfo.InvariantCulture, $"{first.Reason}; committed in portions of at most {size:N0} rows (CommitRows)"), RowCount = request.Rows.Count };
    }

    private static async ValueTask<BulkExplanation> ExplainAsync(RequestedOperation call, BulkRequest request, IOBehavior io, CancellationToken token)
    {
        request = await CallRows.OfAsync(request, CallRows.CanRetry(request, request.Context.Database.CreateExecutionStrategy()), runsHooks: false, token).ConfigureAwait(false);
        if (CallRows.AreNone(request))
            return new() { Reason = "no row is modified", RowCount = 0 };
        RowReader reader = request.Rows.Open(token);
        try
        {
            object?[] window = new object?[Thresholds.InputWindow];
            int count = await reader.ReadAsync(window, token).ConfigureAwait(false);
            if (count == 0 && request.Scope is null)
                return new() { Reason = "no rows", RowCount = 0 };
            return await ExplainAsync(call with { Request = request }, window.AsMemory(0, count), CallRowGroups.RowsOf(request, window, count), io, token).ConfigureAwait(false);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async ValueTask<BulkExplanation> ExplainAsync(RequestedOperation call, ReadOnlyMemory<object?> items, int? rows, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        ContextSession session = new(request.Context, request.Options.Timeout, NullLogger.Instance, io);
        io = session.IO;
        await session.OpenAsync(token).ConfigureAwait(false);
        try
        {
            Facts known = await FactsReader.ReadAsync(session, withSettings: false, io, token).ConfigureAwait(false);
            QuotedNames names = new(request.Context.GetService<ISqlGenerationHelper>());
            await StoredTypeRequest.LearnAsync(request, rows != 1, (known.Server, known.Session), names, session, io, token).ConfigureAwait(false);
            using TrackedEntries tracked = TrackedEntries.Of(request);
            BulkRow[] all = RowsOf(request, items.Span, tracked);
            if (request.IsGraph)
                (request, all) = WithGraph(request, all, tracked);
            call = call with { Request = request };
            TypedRows? most = request.GoesByType ? TypedRows.Most(TypedRows.Of(call, tracked)) : null;
            RowGroups groups = CallRowGroups.Of(most?.Call ?? call, session, names, known, most?.Rows.Length ?? request.Graph?.RowCount ?? rows, fillsOnly: true);
            try
            {
                BulkRow? first = all.Length > 0 ? all[0] : null;
                await new CallPipelining(request, session, names, io, token).PrepareAsync(groups, most is null ? first : most.First).ConfigureAwait(false);
                groups.LookUp = await new LookUpChoice(request, groups, session).ChooseAsync(tracked, io, token).ConfigureAwait(false);
                // The explanation is about the given rows.
                if (most is not null)
                    groups = groups.For(call with { Request = request with { GoesByType = false, Graph = null } });
                groups.Begin(first);
                IgnoredBehavior[] ignored = [.. IgnoredBehaviors.Of(request, items.Span, rows == items.Length, tracked)];
                return Explain(call, all, groups, names, rows) with { Warnings = [.. session.Warnings, .. ignored.Select(behavior => behavior.Sentence)] };
            }
            finally
            {
                await groups.DisposeAsync(io).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is DbException or RowValueException or StatementTimeoutException)
        {
            throw Failure.Of(exception, request, Outcome.NothingSent, token);
        }
        finally
        {
            await session.CloseAsync().ConfigureAwait(false);
        }
    }

    private static BulkRow[] RowsOf(BulkRequest request, ReadOnlySpan<object?> items, TrackedEntries tracked)
    {
        BulkRow[] rows = new BulkRow[items.Length];
        for (int i = 0; i < items.Length; i++)
        {
            object item = items[i] ?? throw new BulkOperationException($"Row {i} is null.") { RowIndex = i };
            rows[i] = new(item, request.CanBeTracked ? tracked.Of(item) : null, i);
        }

        return rows;
    }

    // The strategy of a graph is that of the table with the most rows.
    private static (BulkRequest Request, BulkRow[] Rows) WithGraph(BulkRequest request, BulkRow[] rows, TrackedEntries tracked)
    {
        using CallGraph read = new(request, tracked, runsHooks: false);
        EntityGraph graph = request.Graph ?? read.Read(rows);
        TableMap largest = graph.Largest.Place!.Table;
        return (request with { Graph = graph }, [.. graph.Stages.SelectMany(stage => stage).SelectMany(group => group.Rows).Where(row => row.Place!.Table == largest).Take(Thresholds.InputWindow)]);
    }

    private static BulkExplanation Explain(RequestedOperation call, BulkRow[] all, RowGroups groups, QuotedNames names, int? rows)
    {
        BulkRequest request = call.Request;
        RowGroup first = groups.First!;
        foreach (BulkRow row in all)
        {
            RowGroup group = groups.Of(row);
            if (group == first && !group.IsFull)
                group.Add(row);
        }

        string? lookup = request.Traits.LooksUp && groups.LookUp != LookUp.None ? LookupOf(request, groups, names) : null;
        if (first.Count > 0 && !first.Plan.WritesNothing)
            first.Strategy.Fill(first.Rows);
        return new()
        {
            Strategy = first.Plan.Choice.Strategy,
            Reason = call.Operation.ReasonOf(request, first.Plan, groups.LookUp, groups.Plans),
            IsPipelined = groups.Call.Chosen.IsPipelined,
            PipeliningReason = groups.Call.Chosen.Reason,
            RowCount = rows,
            BatchRows = first.Plan.Limits.MaxRows,
            Table = request.Traits.HasTable ? names.Table(first.Plan.Table) : "",
            Columns = request.Traits.HasTable ? [.. first.Plan.Shape.Cells.Select(cell => cell.Column.Name)] : [],
            FirstStatement = lookup ?? (first.Plan.WritesNothing ? "" : first.Strategy.Text),
        };
    }

    // The statement that looks rows up. Rows that exist have a plan of their own.
    private static string LookupOf(BulkRequest request, RowGroups groups, QuotedNames names)
    {
        RowGroup first = groups.First!;
        if (first.Count > 0 && ExistingRows.AreUpdated(request, first.Plan.Table))
            groups.Of(first.Rows.Span[0] with { Presence = RowPresence.Present });
        if (request.Scope is not null)
        {
            using DbCommand scope = ScopedRows.CreateCommand(request, groups.Root, lockFirst: !groups.Call.Chosen.IsPipelined);
            return scope.CommandText;
        }

        KeyLookup keys = ExistingRows.LookupOf(request, first.Plan, groups.Root);
        if (groups.LookUp == LookUp.Plain)
            keys = keys with { Lock = RowLock.None };
        return LookupStatement.Frame(keys, names).WithPlaceholders(1, keys.Shape.Cells.Count + 1);
    }
}
