using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends full batches through one prepared shape. The rest is sent as literals, and so are batches of wide rows and values that would change
/// the types of a prepared list. So a call prepares only one statement.</summary>
internal sealed class PreparedStrategy : IBulkStrategy
{
    private readonly PreparedCommand _prepared;
    private readonly LiteralStrategy _literal;
    private readonly bool _derivedList;
    private readonly bool _literalOnly;
    private bool _isPrepared;

    public PreparedStrategy(BulkPlan plan, ContextSession session, StatementFrame frame, QuotedNames names, bool derivedList)
    {
        int rows = plan.Limits.MaxRows;
        _derivedList = derivedList;
        // The text of a parameter would be converted to the session's character set, and the server would treat a list of binary keys as text.
        // Without a transaction, a proxy may send a query behind a prepared statement to another session.
        _literalOnly = (plan.CountsKeys && session.HasNoTransaction) || !plan.Session.TextIsUtf8 || (derivedList && plan.KeyPart.Any(cell => cell.Column.Kind is ValueKind.Binary or ValueKind.Other));
        _prepared = new(plan, session, frame.WithPlaceholders(rows, plan.Shape.Cells.Count), new(plan.Shape), rows, 0, StatementName.Of(plan, names));
        _literal = new(plan, session, frame, names, derivedList);
    }

    public int WindowRows => _prepared.RowCount;

    public string Text => _isPrepared ? _prepared.Text : _literal.Text;

    public bool CountsKeys => !_isPrepared && _literal.CountsKeys;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _isPrepared = rows.Length >= _prepared.RowCount && !_literalOnly;
        if (!_isPrepared)
            return _literal.Fill(rows);
        int fit = _prepared.Fill(rows);
        _isPrepared = fit == _prepared.RowCount && (!_derivedList || _prepared.FitsList);
        return _isPrepared ? fit : _literal.Fill(rows[..Math.Max(1, fit)]);
    }

    public ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
        => _isPrepared ? _prepared.SendAsync(io, token) : _literal.SendAsync(io, token);

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        await _literal.DisposeAsync(io).ConfigureAwait(false);
        await _prepared.DisposeAsync(io).ConfigureAwait(false);
    }
}
