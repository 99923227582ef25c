using System.Data.Common;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A statement whose rows are literals, on the context's connection.</summary>
internal sealed class LiteralStrategy(BulkPlan plan, ContextSession session, StatementFrame frame, StatementName name, bool derivedList) : IBulkStrategy
{
    private readonly LiteralBatch _batch = new(plan, frame, derivedList);

    public int WindowRows => plan.Limits.Rows;

    public string Text => _batch.Sink.ToString();

    public int Fill(ReadOnlyMemory<BulkRow> rows) => _batch.Fill(rows.Span);

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        DbCommand command = LiteralCommand.Create(session, _batch.Sink);
        try
        {
            StatementLabel label = new(name.Text, _batch.Rows, _batch.Sink.Others.Count, _batch.Sink.ByteCount);
            return await session.Commands.ExecuteAsync(command, label, plan.ReturnsKeys, isText: true, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _batch.Dispose();
        return default;
    }
}
