using System.Globalization;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Execution.Rejecting;

/// <summary>The rows of an attempt that are set aside because the server or the model refuses them.</summary>
/// <param name="request">The request.</param>
/// <param name="rejected">What the caller wants done with them.</param>
/// <param name="tally">Counts them.</param>
internal sealed class Rejections(BulkRequest request, RejectedRows rejected, RowTally tally)
{
    private readonly HashSet<object> _items = new(ReferenceEqualityComparer.Instance);
    private readonly List<RejectedRow> _rows = [];

    // Entities of a stream that is looked up, which are remembered until the keys of their window are written.
    private readonly List<object> _ofWindow = [];

    /// <returns><see langword="null" /> if a refused row fails the call.</returns>
    public static Rejections? Of(BulkRequest request, RowTally tally) => request.Options.Rejected is { } rejected ? new(request, rejected, tally) : null;

    /// <summary>Their entities, which stay as they are.</summary>
    public IReadOnlySet<object> Items => _items;

    /// <summary>The rows for the result, in the order in which they were given.</summary>
    public IReadOnlyList<RejectedRow> Collected => rejected.Receive is null ? [.. _rows.OrderBy(row => row.RowIndex)] : [];

    /// <summary>Refuses a call whose rows depend on each other, or are stored in several tables: a part would have to be set aside with its row.</summary>
    /// <exception cref="InvalidOperationException">Its rows do.</exception>
    public void Check(bool dependsOnOthers)
    {
        if (dependsOnOthers)
            throw new InvalidOperationException($"Rejected of {request.Traits.Name} sets rows aside one by one, but those of '{request.EntityType.Name}' are stored in several tables, with other entities, or refer to each other. Leave Rejected out, or store them with calls of their own.");
    }

    /// <summary>Sets a row aside.</summary>
    /// <exception cref="BulkOperationException">The caller allows no more.</exception>
    public void Add(in BulkRow row, Exception error)
    {
        RejectedRow rejection = new(row.Index, row.Item, ServerError.Number(error), ServerError.State(error), error.Message);
        if (tally.Rejected == rejected.Max)
        {
            throw new BulkOperationException(
                string.Create(CultureInfo.InvariantCulture, $"Rejected sets at most {rejected.Max:N0} {(rejected.Max == 1 ? "row" : "rows")} aside, and row {row.Index} is one more: {error.Message.TrimEnd('.')}. Correct the rows, or allow more."), error)
            {
                RowIndex = row.Index,
                ErrorNumber = rejection.ErrorNumber,
                SqlState = rejection.SqlState,
            };
        }

        if (request.Rows.CanRepeat || row.IsTracked || request.Traits.LooksUp)
            _items.Add(row.Item);
        if (!request.Rows.CanRepeat && !row.IsTracked && request.Traits.LooksUp)
            _ofWindow.Add(row.Item);
        _rows.Add(rejection);
        tally.Reject();
    }

    /// <summary>Sets those of a statement's rows aside that were refused while the others were stored.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="refused">The positions of the refused ones, in their order; <see langword="null" /> for none.</param>
    /// <returns>The others.</returns>
    public ReadOnlyMemory<BulkRow> SetAside(ReadOnlyMemory<BulkRow> rows, IReadOnlyList<(int Position, Exception Error)>? refused)
    {
        if (refused is null)
            return rows;
        List<BulkRow> stored = new(rows.Length);
        int from = 0;
        foreach ((int position, Exception error) in refused)
        {
            Add(rows.Span[position], error);
            stored.AddRange(rows.Span[from..position]);
            from = position + 1;
        }

        stored.AddRange(rows.Span[from..]);
        return stored.ToArray();
    }

    /// <summary>Forgets the entities of a stream's window that are not tracked.</summary>
    public void EndWindow()
    {
        _items.ExceptWith(_ofWindow);
        _ofWindow.Clear();
    }

    /// <summary>Passes rows of a stream to the caller's function.</summary>
    public void TellOfStream()
    {
        if (!request.Rows.CanRepeat)
            Tell();
    }

    /// <summary>Passes all others to the caller's function.</summary>
    public void Tell()
    {
        if (rejected.Receive is not { } receive)
            return;
        RejectedRow[] told = [.. _rows.OrderBy(row => row.RowIndex)];
        _rows.Clear();
        foreach (RejectedRow row in told)
            receive(row);
    }
}
