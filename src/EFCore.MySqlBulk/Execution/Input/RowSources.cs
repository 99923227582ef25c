namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Makes the source of the caller's rows.</summary>
internal static class RowSources
{
    /// <summary>Wraps the caller's rows.</summary>
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

    /// <summary>Reads all rows into memory, so that they can be read again.</summary>
    public static async ValueTask<RowSource> BufferAsync(RowSource rows, CancellationToken token) => new SequenceRows<object?>(await rows.ReadAllAsync(token).ConfigureAwait(false));
}
