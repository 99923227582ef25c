using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.MultiStatement;

/// <summary>Statements of one row each, many of them in one command on the context's connection.</summary>
internal static class MultiStatementStrategy
{
    public static IBulkStrategy Create(BulkPlan plan, Connections connections, QuotedNames names)
    {
        // A session that is not strict tells only the last statement's warnings.
        int most = plan.Session.IsStrict ? plan.Limits.Rows : 1;
        return new LiteralRowStatements(plan, connections.Context, RowStatement.Of(plan, names), StatementName.Of(plan, names), most);
    }
}
