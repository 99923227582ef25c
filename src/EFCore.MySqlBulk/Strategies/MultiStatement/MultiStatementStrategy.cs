using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.MultiStatement;

/// <summary>Statements of one row each, many of them in one command on the context's connection.</summary>
internal static class MultiStatementStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
        => new LiteralRowStatements(plan, connections.Context, RowStatement.Of(plan, names), StatementName.Of(plan, names), plan.Limits.Rows);
}
