using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends a statement whose rows are literals, on the context's connection.</summary>
internal sealed class LiteralStrategy(BulkPlan plan, ContextSession session, StatementFrame frame, QuotedNames names, bool derivedList) : IBulkStrategy
{
    private readonly LiteralBatch _batch = new(plan, frame, derivedList);
    private readonly StatementName _name = StatementName.Of(plan, names);

    public int WindowRows => plan.Limits.MaxRows;

    public string Text => _batch.Sink.ToString();

    // The same command verifies the computed keys. The key of a single row is in its answer, and needs verification only if a later statement could not be rolled back.
    public bool CountsKeys => plan.CountsKeys && session.Settings.AllowsBatch && (_batch.RowCount > 1 || session.CannotRollBack);

    public int Fill(ReadOnlyMemory<BulkRow> rows) => _batch.Fill(rows.Span);

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        DbCommand command = LiteralCommand.Create(session, _batch.Sink);
        try
        {
            StatementLabel label = new(_name.Text, _batch.RowCount, _batch.Sink.Others.Count, _batch.Sink.ByteCount);
            return CountsKeys
                ? await ExecuteCountedAsync(command, label, io, token).ConfigureAwait(false)
                : await session.Commands.ExecuteAsync(command, label, plan.ReturnsKeys, canAttach: !LostKeys.MayBe(plan, session), io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    // The query that counts the keys is sent together with the statement, which saves a round trip.
    private async ValueTask<StatementOutcome> ExecuteCountedAsync(DbCommand command, StatementLabel label, IOBehavior io, CancellationToken token)
    {
        session.AttachedStatements.Add(KeyCountStatement.InFront);
        session.AttachedStatements.Queries = KeyCountStatement.Behind(
            plan.Table, names, IndexHint.ForRange(plan.Table, plan.Server, plan.Session, plan.Table.AutoIncrement!, names), _batch.RowCount, plan.Session.AutoIncrementIncrement, ResultReader.AnswerName);
        List<long> answers = new(2);
        StatementOutcome outcome = await session.Commands.ExecuteSeveralAsync(command, label, answers, isOneInsert: true, io, token).ConfigureAwait(false);
        // An interceptor that suppresses the statement suppresses its answers too.
        if (answers is not [long first, long counted])
            return outcome;
        // If a trigger has set the key, the server has not counted it, but the answer to the statement reports it.
        return first == 0
            ? outcome with { FirstGeneratedKey = GeneratedKeyReader.Read(command), RowsWithKeys = 0 }
            : outcome with { FirstGeneratedKey = first, RowsWithKeys = counted };
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _batch.Dispose();
        return default;
    }
}
