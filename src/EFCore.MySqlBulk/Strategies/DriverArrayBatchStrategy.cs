using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>An array batch over another driver's connection.</summary>
internal sealed class DriverArrayBatchStrategy(BulkPlan plan, IArrayBatchConnection connection, RowStatement statement, StatementName name) : IBulkStrategy
{
    private readonly ArrayBatch _batch = new(plan, statement);

    public int WindowRows => plan.Limits.MaxRows;

    public string Text => statement.Template.Text;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _batch.Rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _batch.Rows.Length;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        int count = _batch.Rows.Length;
        FlightOutcomes outcomes = new(count, plan.ReturnsKeys, plan.ReturnsAffected) { First = 0 };
        StatementLabel label = new(name.Text, count, count * statement.Values.Values.Count, 0);
        await connection.ExecuteAsync(_batch, outcomes, label, io, token).ConfigureAwait(false);
        return outcomes.Error is { } error
            ? throw new FailedRowException(_batch.Rows.Span[outcomes.FailedAt], error)
            : new(outcomes.Affected, 0, new(outcomes.Keys, outcomes.AffectedEach));
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _batch.Dispose();
        return default;
    }
}
