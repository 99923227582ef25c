using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>A stream whose rows are prepared as they are read.</summary>
internal sealed class PreparedRows(BulkRequest request, bool runsHooks) : RowSource
{
    public override int? Count => null;

    public override RowReader Open(CancellationToken token) => new PreparedRowReader(request.Rows.Open(token), RowPreparation.Of(request, runsHooks)!);

    /// <summary>The call with its rows prepared: those of a collection now, those of a stream as they are read. A collection is prepared once, and retries use the same rows.</summary>
    /// <param name="request">The call.</param>
    /// <param name="runsHooks">Whether hooks run for its rows: not if the call is only explained.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<BulkRequest> OfAsync(BulkRequest request, bool runsHooks, CancellationToken token)
    {
        using RowPreparation? preparation = RowPreparation.Of(request, runsHooks);
        if (preparation is null)
            return request;
        if (!request.Rows.CanRepeat)
            return request with { Rows = new PreparedRows(request, runsHooks) };
        List<object?> all = await request.Rows.ReadAllAsync(token).ConfigureAwait(false);
        List<object?> rows = new(all.Count);
        List<int> positions = new(all.Count);
        for (int i = 0; i < all.Count; i++)
        {
            int position = request.Rows.PositionOf(i);
            if (!preparation.Prepare(all[i], position))
                continue;
            rows.Add(all[i]);
            positions.Add(position);
        }

        return request with { Rows = new SelectedRows(rows, positions) };
    }
}
