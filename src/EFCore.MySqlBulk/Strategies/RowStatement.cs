using System.Diagnostics;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A statement that carries one row, and the row's values in the order of the placeholders.</summary>
internal sealed record RowStatement(StatementTemplate Template, RowValues Values)
{
    /// <summary>Whether values may be <c>DEFAULT</c>, which a parameter cannot express.</summary>
    public bool HasDefaults => Values.Shape is { } shape && shape.Cells.Any(cell => cell.Source == CellSource.CurrentOrDefault);

    public static RowStatement Of(BulkPlan plan, QuotedNames names)
    {
        if (plan.Statement is { } statement)
            return new(statement.Template, new(statement.Parameters, statement.Order));
        List<RowCell> order = [];
        StatementTemplate template = plan.Operation switch
        {
            BulkOperation.Insert => InsertStatement.OneRow(plan, names),
            BulkOperation.Update => UpdateStatement.OneRow(plan, names, order),
            BulkOperation.Delete => DeleteStatement.OneRow(plan, names),
            _ => throw new UnreachableException($"{plan.Operation} has no statement of its own."),
        };
        return new(template, new(plan.Operation == BulkOperation.Update ? plan.Shape with { Cells = order } : plan.Shape));
    }
}
