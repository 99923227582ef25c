namespace EFCore.MySqlBulk.Execution;

/// <summary>A stream whose rows pass the hooks as they are read.</summary>
internal sealed class HookedRows(BulkRequest request, RowHooks hooks) : RowSource
{
    public override int? Count => null;

    public override RowReader Open(CancellationToken token) => new Reader(request, request.Rows.Open(token), hooks);

    /// <summary>The call with its hooks run, for a collection, or about to be run, for a stream. It is made again with the same rows, whatever the collection would return then.</summary>
    public static async ValueTask<BulkRequest> OfAsync(BulkRequest request, CancellationToken token)
    {
        if (request.Hooks is not { } hooks || !request.CanBeTracked)
            return request;
        if (!request.Rows.CanRepeat)
            return request with { Rows = new HookedRows(request, hooks) };
        List<object?> rows = await request.Rows.ReadAllAsync(token).ConfigureAwait(false);
        foreach (object? row in rows)
        {
            if (row is not null)
                hooks.Run(row);
        }

        return request with { Rows = new SequenceRows<object?>(rows) };
    }

    private sealed class Reader(BulkRequest request, RowReader rows, RowHooks hooks) : RowReader
    {
        private readonly bool _detects = request.Context.ChangeTracker.AutoDetectChangesEnabled;
        private TrackedEntries? _tracked;

        public override async ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            int count = await rows.ReadAsync(window, token).ConfigureAwait(false);
            _tracked ??= TrackedEntries.Of(request);
            for (int i = 0; i < count; i++)
            {
                if (window.Span[i] is not { } row)
                    continue;
                hooks.Run(row);
                // The changes of all tracked entities have been detected before.
                if (_detects && _tracked.Of(row) is { } entry)
                    entry.DetectChanges();
            }

            return count;
        }

        public override ValueTask DisposeAsync()
        {
            _tracked?.Dispose();
            return rows.DisposeAsync();
        }
    }
}
