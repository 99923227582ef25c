using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Reads the graphs of a call's rows: of all rows of a collection at once, of a stream window by window.</summary>
internal sealed class CallGraph : IDisposable
{
    private readonly BulkRequest _request;
    private readonly GraphWalk _walk;

    /// <param name="request">The call.</param>
    /// <param name="tracked">The tracked entities.</param>
    /// <param name="runsHooks">Whether hooks run for related entities: not if the call is only explained, and later for those that are looked up.</param>
    /// <param name="ofParts">The only navigation whose owned entities are stored, without the rows themselves; <see langword="null" /> if the rows are stored.</param>
    public CallGraph(BulkRequest request, TrackedEntries tracked, bool runsHooks, INavigation? ofParts = null)
    {
        _request = request;
        _walk = new(ShapeOf, tracked.Of, tracked.AddedLinksOf, runsHooks && !request.GoesByType && request.Hooks is { } hooks ? hooks.Run : null)
        {
            Remembers = !request.Rows.CanRepeat,
            StoresKnown = request.GoesByType,
            Parts = ofParts,
        };
    }

    /// <summary>The call with its graph, if its rows are a collection.</summary>
    public static async ValueTask<BulkRequest> OfAsync(BulkRequest request, bool runsHooks, CancellationToken token)
    {
        if (!(request.IsGraph || request.GoesByType) || !request.Rows.CanRepeat)
            return request;
        using TrackedEntries tracked = TrackedEntries.Of(request);
        using CallGraph graph = new(request, tracked, runsHooks);
        return request with { Graph = graph.Read(await RowsOfAsync(request, token).ConfigureAwait(false)) };
    }

    /// <summary>Reads the graph of some rows.</summary>
    /// <exception cref="BulkOperationException">Two rows are the same instance.</exception>
    public EntityGraph Read(ReadOnlySpan<BulkRow> rows)
    {
        try
        {
            return _walk.Read(_request.EntityType, rows);
        }
        catch (RepeatedRowException repeated)
        {
            throw SeenInstances.Repeated(repeated.First, repeated.Second);
        }
    }

    public void Dispose() => _walk.Dispose();

    private static async ValueTask<BulkRow[]> RowsOfAsync(BulkRequest request, CancellationToken token)
    {
        List<BulkRow> rows = new(request.Rows.Count!.Value);
        object?[] window = new object?[Math.Clamp(request.Rows.Count.Value, 1, 1_024)];
        RowReader reader = request.Rows.Open(token);
        try
        {
            int count;
            do
            {
                count = await reader.ReadAsync(window, token).ConfigureAwait(false);
                foreach (object? item in window.AsSpan(0, count))
                {
                    int index = reader.PositionOf(rows.Count);
                    rows.Add(new(item ?? throw new BulkOperationException($"Row {index} is null.") { RowIndex = index }, null, index));
                }
            }
            while (count == window.Length);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }

        return [.. rows];
    }

    private EntityShape ShapeOf(IEntityType declared, Type type) => EntityShape.Of(RowTypes.TypeOf(_request.Context, declared, type), _request.Reach);
}
