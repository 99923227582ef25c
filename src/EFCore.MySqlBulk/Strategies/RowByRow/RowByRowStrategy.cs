using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.RowByRow;

/// <summary>One parameterised statement per row, prepared from the second row on.</summary>
internal sealed class RowByRowStrategy : IBulkStrategy
{
    private readonly PreparedStatement _statement;

    private RowByRowStrategy(PreparedStatement statement) => _statement = statement;

    public int WindowRows => 256;

    public string Text => _statement.Text;

    public static IBulkStrategy Create(BulkPlan plan, ContextSession session, QuotedNames names)
    {
        StatementName name = StatementName.Of(plan, names);
        // No parameter can say DEFAULT, nor carry text past a session's other character set or a driver that knows nothing of the sql_mode, so
        // such rows go as literals, still one by one.
        if (!plan.Session.TextIsUtf8 || plan.Session.KeepsBackslashes || plan.Shape.Cells.Any(cell => cell.Source == CellSource.CurrentOrDefault))
            return Literal(plan, session, names, name);
        RowShape shape = plan.Shape with { Cells = [.. plan.ValuePart, .. plan.KeyPart, .. plan.TokenPart] };
        string text = plan.Operation switch
        {
            BulkOperation.Insert => InsertStatement.Frame(plan, names).WithPlaceholders(1, shape.Cells.Count),
            BulkOperation.Update => UpdateStatement.OneRow(plan, names),
            _ => DeleteStatement.OneRow(plan, names),
        };
        return new RowByRowStrategy(new(plan, session, text, shape, 1, 1, name));
    }

    private static LiteralStatement Literal(BulkPlan plan, ContextSession session, QuotedNames names, StatementName name)
    {
        bool inserts = plan.Operation == BulkOperation.Insert;
        StatementFrame frame = inserts ? InsertStatement.Frame(plan, names) : ExistingRowsFrame.Of(plan, names);
        return new(plan, session, frame, plan.Limits with { Rows = 1 }, name, derivedList: !inserts);
    }

    public int Fill(ReadOnlySpan<BulkRow> rows) => _statement.Fill(rows);

    public ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token) => _statement.SendAsync(io, token);

    public ValueTask DisposeAsync(IOBehavior io) => _statement.DisposeAsync(io);
}
