using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.SqlExpressions;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

/// <summary>
/// Lets <c>ExecuteDelete</c> and <c>ExecuteUpdate</c> keep their joins: the server has statements with joins, and refuses the subquery on
/// the same table (error 1093) that EF Core would write instead.
/// </summary>
internal sealed class MySqlQueryableTranslator : RelationalQueryableMethodTranslatingExpressionVisitor
{
    public MySqlQueryableTranslator(
        QueryableMethodTranslatingExpressionVisitorDependencies dependencies,
        RelationalQueryableMethodTranslatingExpressionVisitorDependencies relationalDependencies,
        RelationalQueryCompilationContext queryCompilationContext)
        : base(dependencies, relationalDependencies, queryCompilationContext)
    {
    }

    private MySqlQueryableTranslator(MySqlQueryableTranslator parent)
        : base(parent)
    {
    }

    protected override QueryableMethodTranslatingExpressionVisitor CreateSubqueryVisitor() => new MySqlQueryableTranslator(this);

    protected override bool IsValidSelectExpressionForExecuteDelete(SelectExpression selectExpression) => IsPlain(selectExpression);

    protected override bool IsValidSelectExpressionForExecuteUpdate(
        SelectExpression selectExpression, TableExpressionBase targetTable, [NotNullWhen(true)] out TableExpression? tableExpression)
    {
        TableExpressionBase table = (targetTable as JoinExpressionBase)?.Table ?? targetTable;
        tableExpression = IsPlain(selectExpression) ? table as TableExpression : null;
        return tableExpression is not null;
    }

    private static bool IsPlain(SelectExpression select) =>
        select is { Offset: null, Limit: null, IsDistinct: false, GroupBy: [], Having: null, Orderings: [], Tables.Count: > 0 };
}
