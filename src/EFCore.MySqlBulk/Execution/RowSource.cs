namespace EFCore.MySqlBulk.Execution;

/// <summary>The rows given to a bulk operation.</summary>
internal abstract class RowSource
{
    /// <summary>The number of rows, if it is known before they are read.</summary>
    public abstract int? Count { get; }

    /// <summary>The rows can be read again: a failed attempt can be repeated, and keys need not be written before the end.</summary>
    public bool CanRepeat => Count is not null;

    public abstract RowReader Open(CancellationToken token);

    /// <summary>Reads all rows into memory, so that they can be read again.</summary>
    public async ValueTask<RowSource> BufferAsync(CancellationToken token) => new SequenceRows<object?>(await ReadAllAsync(token).ConfigureAwait(false));

    /// <summary>Reads all rows.</summary>
    public async ValueTask<List<object?>> ReadAllAsync(CancellationToken token)
    {
        List<object?> all = [];
        object?[] window = new object?[256];
        RowReader reader = Open(token);
        try
        {
            int count;
            do
            {
                count = await reader.ReadAsync(window, token).ConfigureAwait(false);
                all.AddRange(window.Take(count));
            }
            while (count == window.Length);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }

        return all;
    }

    /// <summary>Wraps what the caller gave.</summary>
    /// <exception cref="ArgumentException">The rows are a query.</exception>
    public static RowSource Of<T>(IEnumerable<T> rows, string operation)
    {
        ArgumentNullException.ThrowIfNull(rows);
        if (rows is IQueryable)
            throw new ArgumentException($"The rows given to {operation} are a query. {Cure(operation)}", nameof(rows));
        return new SequenceRows<T>(rows);
    }

    /// <inheritdoc cref="Of{T}(IEnumerable{T}, string)" />
    public static RowSource Of<T>(IAsyncEnumerable<T> rows, string operation)
    {
        ArgumentNullException.ThrowIfNull(rows);
        if (rows is IQueryable)
            throw new ArgumentException($"The rows given to {operation} are a query. {Cure(operation)}", nameof(rows));
        return new AsyncSequenceRows<T>(rows);
    }

    private static string Cure(string operation) => operation switch
    {
        "BulkUpdate" => "To change rows on the server, use ExecuteUpdate; to send new values, load the rows first with ToListAsync.",
        "BulkDelete" => "To delete rows on the server, use ExecuteDelete; to delete known rows, load them first with ToListAsync.",
        _ => "Load its rows first with ToListAsync.",
    };
}
