using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.RowByRow;

/// <summary>One parameterised statement per row, prepared from the second row on.</summary>
internal sealed class RowByRowStrategy : IBulkStrategy
{
    private readonly PreparedCommand _statement;

    private RowByRowStrategy(PreparedCommand statement) => _statement = statement;

    public int WindowRows => 256;

    public string Text => _statement.Text;

    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
    {
        StatementName name = StatementName.Of(plan, names);
        // No parameter can say DEFAULT, nor carry text past a session's other character set or a driver that knows nothing of the sql_mode, so
        // such rows go as literals, still one by one.
        RowStatement statement = RowStatement.Of(plan, names);
        return !plan.Session.TextIsUtf8 || plan.Session.KeepsBackslashes || statement.HasDefaults
            ? new LiteralRowStatements(plan, connections.Context, statement, name, 1)
            : new RowByRowStrategy(new(plan, connections.Context, statement.Template.Text, statement.Values, 1, 1, name));
    }

    public int Fill(ReadOnlyMemory<BulkRow> rows) => _statement.Fill(rows);

    public ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token) => _statement.SendAsync(io, token);

    public ValueTask DisposeAsync(IOBehavior io) => _statement.DisposeAsync(io);
}
