using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends contiguous parts of the rows over several connections at once, each with its own strategy.</summary>
internal sealed class ParallelStrategy(ParallelConnections connections, IReadOnlyList<IBulkStrategy> strategies, BulkPlan plan) : IBulkStrategy
{
    private ReadOnlyMemory<BulkRow> _rows;
    private volatile bool _hasFailed;

    public int WindowRows => strategies.Count * strategies[0].WindowRows;

    public string Text => strategies[0].Text;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _rows.Length;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        int partRows = plan.Choice.Strategy.SendsRowsAlone() ? Math.Min(plan.Limits.MaxRows, Thresholds.PartRows) : plan.Limits.MaxRows;
        int parts = Math.Clamp(_rows.Length / partRows, 1, strategies.Count);
        StatementOutcome[] outcomes = new StatementOutcome[parts];
        _hasFailed = false;
        try
        {
            await io.AllAsync(parts, part => TrySendPartAsync(part, parts, outcomes, io, token)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            // The search for the failing row would have to wait for locks of the other connections.
            await connections.TryReturnToStartAsync(io).ConfigureAwait(false);
            throw;
        }

        bool each = outcomes[0].Rows is not null;
        return new(
            outcomes.Sum(o => o.Affected), outcomes[0].FirstGeneratedKey,
            each ? new([.. outcomes.SelectMany(o => o.Rows!.Keys)], [.. outcomes.SelectMany(o => o.Rows!.Affected)]) : null);
    }

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        foreach (IBulkStrategy strategy in strategies)
            await strategy.DisposeAsync(io).ConfigureAwait(false);
    }

    // A refused statement leaves locks that the other connections would wait for.
    private async ValueTask TrySendPartAsync(int part, int parts, StatementOutcome[] outcomes, IOBehavior io, CancellationToken token)
    {
        try
        {
            await SendPartAsync(part, parts, outcomes, io, token).ConfigureAwait(false);
        }
        catch
        {
            _hasFailed = true;
            if (connections.Each[part].IsUsable)
                await connections.Each[part].TryReturnToStartAsync(io).ConfigureAwait(false);
            throw;
        }
    }

    private async ValueTask SendPartAsync(int part, int parts, StatementOutcome[] outcomes, IOBehavior io, CancellationToken token)
    {
        int from = (int)((long)_rows.Length * part / parts);
        int to = (int)((long)_rows.Length * (part + 1) / parts);
        List<long> keys = [];
        List<int> affected = [];
        long sum = 0;
        bool each = false;
        while (from < to && !_hasFailed)
        {
            int taken = strategies[part].Fill(_rows[from..to]);
            StatementOutcome outcome = await strategies[part].SendAsync(io, token).ConfigureAwait(false);
            sum += outcome.Affected;
            each |= outcome.Rows is not null;
            keys.AddRange(outcome.Rows?.Keys ?? []);
            affected.AddRange(outcome.Rows?.Affected ?? []);
            connections.Sent(part, _rows.Span.Slice(from, taken));
            from += taken;
        }

        outcomes[part] = new(sum, 0, each ? new([.. keys], [.. affected]) : null);
    }
}
