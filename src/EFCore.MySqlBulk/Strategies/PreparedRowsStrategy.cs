using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends one parameterised statement per row, prepared from the second row on.</summary>
internal sealed class PreparedRowsStrategy(BulkPlan plan, ContextSession session, RowStatement statement, StatementName name) : IBulkStrategy
{
    private readonly PreparedCommand _statement = new(plan, session, statement.Template.Text, statement.Values, 1, 1, name);

    public int WindowRows => 256;

    public string Text => _statement.Text;

    public int Fill(ReadOnlyMemory<BulkRow> rows) => _statement.Fill(rows);

    public ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token) => _statement.SendAsync(io, token);

    public ValueTask DisposeAsync(IOBehavior io) => _statement.DisposeAsync(io);
}
