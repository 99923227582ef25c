using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>A connection of NewLife.MySql with one operation's transaction on it. Autocommit is off for its whole life.</summary>
internal sealed class NewLifeLink(DriverSession session, ContextSession context, string database) : IArrayBatchLink
{
    private const int ChunkRows = 500;

    // The driver fails in the middle of a batch at 8,188.
    private const int MostRowBytes = 8_000;
    private readonly Dictionary<ArrayBatch, int> _prepared = [];
    private readonly List<DriverStatement> _chunk = [];
    private readonly DriverRow _row = new();
    private bool _isClean;

    public TransactionKind Kind => TransactionKind.Own;

    public bool CanUndo => true;

    public int Statements { get; private set; }

    public bool HasEnded { get; private set; }

    public async ValueTask ExecuteAsync(ArrayBatch batch, FlightOutcomes outcomes, StatementLabel label, IOBehavior io, CancellationToken token)
    {
        _isClean = false;
        long started = Stopwatch.GetTimestamp();
        await WatchAsync(
            async () =>
            {
                for (int from = 0; from < batch.Rows.Length && outcomes.Error is null; from += ChunkRows)
                {
                    // All rows of a chunk are seen before the first is sent.
                    Encode(batch, from, Math.Min(batch.Rows.Length, from + ChunkRows));
                    int prepared = batch.IsText ? 0 : await PrepareAsync(batch).ConfigureAwait(false);
                    Statements += await session.SendAsync(prepared, _chunk, from, outcomes).ConfigureAwait(false);
                }
            },
            io, token).ConfigureAwait(false);
        context.Executed(label, Stopwatch.GetElapsedTime(started));
    }

    // A savepoint that nobody goes back to costs a round trip; array batches set none.
    public void Save(string name) => throw new NotSupportedException("An array batch sets no savepoint.");

    public ValueTask ReturnToAsync(string name, IOBehavior io) => throw new NotSupportedException("An array batch sets no savepoint.");

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        await ControlAsync("ROLLBACK", io).ConfigureAwait(false);
        return true;
    }

    public async ValueTask CommitAsync(IOBehavior io)
    {
        await ControlAsync("COMMIT", io).ConfigureAwait(false);
        _isClean = true;
    }

    public async ValueTask<bool> UndoAsync(bool lost, IOBehavior io)
    {
        if (!session.IsUsable)
            return true;
        try
        {
            await ControlAsync("ROLLBACK", io).ConfigureAwait(false);
            _isClean = true;
            return lost;
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException or StatementTimeoutException)
        {
            return true;
        }
    }

    public ValueTask DisposeAsync()
    {
        if (!_isClean)
            session.Abort();
        session.Close();
        return default;
    }

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
            if (bytes > MostRowBytes)
            {
                throw new RowValueException(
                    $"NewLife.MySql sends at most {MostRowBytes:N0} bytes a row, and this one needs {bytes:N0}. "
                    + "Take UseNewLife away, or set BulkOptions.Connection to Context.")
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
            throw new NotSupportedException(
                $"The server sees {parameters} parameters in the SQL, and it has {batch.Values.Count} placeholders. Is there a '?' outside quotes?");
        }

        return _prepared[batch] = id;
    }

    // A decimal goes as text, and a text beside a decimal column would be compared as a floating-point number.
    private static string TextOf(ArrayBatch batch)
    {
        IReadOnlyList<string> segments = batch.Template.Segments;
        return segments[0] + string.Concat(batch.Values.Select((value, i) => (value.Kind == ValueKind.Decimal ? "CAST(? AS DECIMAL(65,30))" : "?") + segments[i + 1]));
    }

    private ValueTask ControlAsync(string statement, IOBehavior io) => WatchAsync(() => session.QueryAsync(statement), io, CancellationToken.None);

    private async ValueTask WatchAsync(Func<Task> work, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        using FlightWatch watch = new(session.Abort, context.StatementTimeout, token);
        watch.Follow(() => session.Answered);
        try
        {
            await work().ConfigureAwait(false);
            watch.Dispose();
            if (!session.IsUsable)
                throw new DriverBrokenException("The connection was closed.");
        }
        catch (DriverBrokenException exception)
        {
            watch.Dispose();
            // The server may be at work on it still; only when it is done is it known what became of the transaction.
            if (await SessionEnd.ConfirmAsync(PipelineConnector.SettingsOf(context.Settings, database, encrypted: false), session.ConnectionId, io).ConfigureAwait(false) is { } problem)
                context.CouldNotEnd(problem);
            else
                HasEnded = true;
            if (token.IsCancellationRequested)
                throw new OperationCanceledException("The operation was cancelled; the server has ended its session.", exception, token);
            if (watch.HasTimedOut)
            {
                throw new StatementTimeoutException(
                    $"A statement took longer than {context.StatementTimeout}; its connection was closed. Raise BulkOptions.Timeout or the context's command timeout.", exception);
            }

            throw;
        }
    }
}
