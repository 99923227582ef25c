using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>A connection of NewLife.MySql with one operation's transaction on it. Autocommit is always off.</summary>
internal sealed class NewLifeConnection(DriverSession session, ContextSession context) : TransactedConnection(context), IArrayBatchConnection
{
    private const int ChunkRows = 500;

    // From 8,188 bytes on, the driver fails in the middle of a batch.
    private const int MaxRowBytes = 8_000;
    private readonly Dictionary<ArrayBatch, int> _prepared = [];
    private readonly List<DriverStatement> _chunk = [];
    private readonly DriverRow _row = new();

    public override bool IsUsable => session.IsUsable;

    protected override long ConnectionId => session.ConnectionId;

    public async ValueTask ExecuteAsync(ArrayBatch batch, FlightOutcomes outcomes, StatementLabel label, IOBehavior io, CancellationToken token)
    {
        IsClean = false;
        long started = Stopwatch.GetTimestamp();
        int before = Statements;
        await WatchAsync(
            async watch =>
            {
                watch.Follow(() => session.Answered);
                for (int from = 0; from < batch.Rows.Length && outcomes.Error is null; from += ChunkRows)
                {
                    // All rows of a chunk are checked before the first is sent.
                    Encode(batch, from, Math.Min(batch.Rows.Length, from + ChunkRows));
                    int prepared = batch.IsText ? 0 : await PrepareAsync(batch).ConfigureAwait(false);
                    Statements += await session.SendAsync(prepared, _chunk, from, outcomes).ConfigureAwait(false);
                }
            },
            io, token).ConfigureAwait(false);
        Context.Executed(label with { Statements = Statements - before }, Stopwatch.GetElapsedTime(started));
    }

    // An array batch never rolls back to a savepoint, so setting one would only cost a round trip.
    public override void Save(string name) => throw new UnreachableException("An array batch cannot set a savepoint.");

    public override ValueTask ReturnToAsync(string name, IOBehavior io) => throw new UnreachableException("An array batch cannot set a savepoint.");

    public override ValueTask DisposeAsync()
    {
        if (!IsClean)
            session.Abort();
        session.Close();
        return default;
    }

    protected override ValueTask QueryAsync(string statement) => new(session.QueryAsync(statement));

    protected override ValueTask ReadAsync(ReadOnlyMemory<char> query, Action<DbDataReader> take) => new(session.QueryAsync(query.ToString(), new RowStream(take)));

    protected override void Abort() => session.Abort();

    private void Encode(ArrayBatch batch, int from, int to)
    {
        _chunk.Clear();
        int overhead = 16 + (batch.Values.Count * 4);
        for (int i = from; i < to; i++)
        {
            if (batch.IsText)
            {
                string text = batch.TextOf(i);
                _chunk.Add(new(null, text, System.Text.Encoding.UTF8.GetByteCount(text)));
                continue;
            }

            _row.Clear();
            batch.Bind(i, _row);
            int bytes = overhead + _row.Bytes;
            if (bytes > MaxRowBytes)
            {
                throw new RowValueException(
                    $"NewLife.MySql sends at most {MaxRowBytes:N0} bytes per row, but this one needs {bytes:N0}. "
                    + "Remove UseNewLife, or set BulkOptions.Pipelining to Never.")
                {
                    Row = batch.Rows.Span[i],
                };
            }

            _chunk.Add(new(_row.ToArray(), null, bytes));
        }
    }

    private async Task<int> PrepareAsync(ArrayBatch batch)
    {
        if (_prepared.TryGetValue(batch, out int known))
            return known;
        (int id, int parameters) = await session.PrepareAsync(TextOf(batch)).ConfigureAwait(false);
        if (parameters != batch.Values.Count)
        {
            throw new InvalidOperationException(
                $"The server sees {parameters} parameters in the SQL, but it has {batch.Values.Count} placeholders. Is there a '?' outside quotes?");
        }

        return _prepared[batch] = id;
    }

    // A decimal is sent as text, and text would be compared with a decimal column as a floating-point number.
    private static string TextOf(ArrayBatch batch)
    {
        IReadOnlyList<string> segments = batch.Template.Segments;
        return segments[0] + string.Concat(batch.Values.Select((value, i) => (value.Kind == ValueKind.Decimal ? "CAST(? AS DECIMAL(65,30))" : "?") + segments[i + 1]));
    }
}
