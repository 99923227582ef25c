using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging.Abstractions;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Plans a request and fills its first statement without sending it. It reads the server's facts, and the first rows of a stream.</summary>
internal static class BulkExplainer
{
    public static async ValueTask<BulkExplanation> ExplainAsync(BulkRequest request, IOBehavior io, CancellationToken token)
    {
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(request.Context);
        request = await PreparedRows.OfAsync(request, runsHooks: false, token).ConfigureAwait(false);
        RowReader reader = request.Rows.Open(token);
        try
        {
            object?[] window = new object?[Thresholds.PreparedFromRows];
            int count = await reader.ReadAsync(window, token).ConfigureAwait(false);
            if (count == 0)
                return new() { Reason = "no rows", RowCount = 0 };
            int? rows = request.Rows.Count ?? (count < window.Length ? count : null);
            return request.Detour is { } detour
                ? Explain(request, detour, window.AsSpan(0, count), rows)
                : await ExplainAsync(request, window.AsMemory(0, count), rows, io, token).ConfigureAwait(false);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async ValueTask<BulkExplanation> ExplainAsync(BulkRequest request, ReadOnlyMemory<object?> items, int? rows, IOBehavior io, CancellationToken token)
    {
        ContextSession session = new(request.Context, request.Options.Timeout, NullLogger.Instance, io);
        io = session.IO;
        await session.OpenAsync(token).ConfigureAwait(false);
        try
        {
            Facts known = await FactsReader.ReadAsync(session, withSettings: false, io, token).ConfigureAwait(false);
            QuotedNames names = new(request.Context.GetService<ISqlGenerationHelper>());
            ConnectionFacts connection = ConnectionObstacle.FactsOf(request, session, known.Server, rows);
            Lanes lanes = new(request, session, names, new(request.Options, known.Server, request.Operation.SessionOf(known), rows) { Connection = connection })
            {
                FillsOnly = true,
            };
            try
            {
                BulkExplanation explanation = Explain(request, items.Span, lanes, names, rows);
                return explanation with { Warnings = [.. session.Warnings, .. explanation.Warnings] };
            }
            finally
            {
                await lanes.DisposeAsync(io).ConfigureAwait(false);
            }
        }
        finally
        {
            await session.CloseAsync().ConfigureAwait(false);
        }
    }

    private static BulkExplanation Explain(BulkRequest request, string detour, ReadOnlySpan<object?> items, int? rows)
    {
        using TrackedEntries tracked = TrackedEntries.Of(request);
        return new()
        {
            Reason = EntityPipeline.ReasonOf(request.EntityType, detour),
            RowCount = request.Rows.Count,
            Table = request.Table ?? "",
            Warnings = [.. Omissions.Of(request, items, rows == items.Length, tracked).Select(omission => omission.Sentence)],
        };
    }

    private static BulkExplanation Explain(BulkRequest request, ReadOnlySpan<object?> items, Lanes lanes, QuotedNames names, int? rows)
    {
        using TrackedEntries tracked = TrackedEntries.Of(request);
        for (int i = 0; i < items.Length; i++)
        {
            object item = items[i] ?? throw new BulkOperationException($"Row {i} is null.") { RowIndex = i };
            BulkRow row = new(item, request.CanBeTracked ? tracked.Of(item) : null, i);
            if (i == 0)
                lanes.Use(ConnectionSelector.Select(lanes.FactsOf(row)), null);
            Lane lane = lanes.Of(row);
            if (lane == lanes.First && !lane.IsFull)
                lane.Add(row);
        }

        Lane first = lanes.First!;
        string? lookup = null;
        if (request.Operation.LooksUp)
        {
            lanes.Of(first.Rows.Span[0] with { Presence = RowPresence.Present });
            KeyLookup keys = ExistingRows.LookupOf(first.Plan, lanes.Root, MatchedColumns.Of(lanes.Root, request.Options.Match));
            lookup = LookupStatement.Frame(keys, names).WithPlaceholders(1, keys.Shape.Cells.Count + 1);
        }

        if (request.Scope is not null)
        {
            using System.Data.Common.DbCommand scope = ScopedRows.CreateCommand(request, lanes.Root, lanes.Call.Chosen.IsOwn);
            lookup = scope.CommandText;
        }

        first.Strategy.Fill(first.Rows);
        return new()
        {
            Strategy = first.Plan.Choice.Strategy,
            Reason = request.Operation.ReasonOf(request, lanes.Plans),
            Connection = lanes.Call.Chosen.IsOwn ? BulkConnection.Own : BulkConnection.Context,
            ConnectionReason = lanes.Call.Chosen.Reason,
            RowCount = rows,
            BatchRows = first.Plan.Limits.MaxRows,
            Table = request.Operation.HasTable ? names.Table(first.Plan.Table) : "",
            Columns = request.Operation.HasTable ? [.. first.Plan.Shape.Cells.Select(cell => cell.Column.Name)] : [],
            FirstStatement = lookup ?? first.Strategy.Text,
            Warnings = [.. Omissions.Of(request, items, rows == items.Length, tracked).Select(omission => omission.Sentence)],
        };
    }
}
