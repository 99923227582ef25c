using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Makes the source of the caller's rows.</summary>
internal static class RowSources
{
    /// <summary>Wraps the caller's rows.</summary>
    public static RowSource Of<T>(IEnumerable<T> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new SequenceRows<T>(rows);
    }

    /// <inheritdoc cref="Of{T}(IEnumerable{T})" />
    public static RowSource Of<T>(IAsyncEnumerable<T> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new AsyncSequenceRows<T>(rows);
    }

    /// <summary>Refuses a query of the call's own context, however many rows it returns: its connection cannot be read from and written to at the same time. Queries of other contexts are streams.</summary>
    /// <exception cref="InvalidOperationException">The rows are such a query.</exception>
    public static void CheckQuery(RowSource rows, DbContext context, string operation)
    {
        // All queries of a context have its query provider.
        if (rows.Query?.Provider is { } provider && ReferenceEquals(provider, context.GetService<IAsyncQueryProvider>()))
            throw QueryRefused(operation, null);
    }

    /// <summary>The exception for rows that are read over the connection that has to write them.</summary>
    public static InvalidOperationException QueryRefused(string operation, Exception? inner)
        => new($"The rows given to {operation} come from a query of the same context, whose connection cannot read and write at the same time. {Cure(operation)}", inner);

    private static string Cure(string operation) => operation switch
    {
        "BulkUpdate" => "To change rows on the server, use ExecuteUpdate; to send new values, load the rows first with ToListAsync, or query them with another context.",
        "BulkDelete" => "To delete rows on the server, use ExecuteDelete; to delete known rows, load them first with ToListAsync, or query them with another context.",
        _ => "Load the rows first with ToListAsync, or query them with another context.",
    };

    /// <summary>Reads all rows into memory, so that they can be read again.</summary>
    public static async ValueTask<RowSource> BufferAsync(RowSource rows, CancellationToken token)
    {
        List<object?> all = await rows.ReadAllAsync(token).ConfigureAwait(false);
        return rows.Positions is { } positions ? new SelectedRows(all, positions) : new SequenceRows<object?>(all);
    }
}
