using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

internal sealed class MySqlQueryableTranslatorFactory(
    QueryableMethodTranslatingExpressionVisitorDependencies dependencies,
    RelationalQueryableMethodTranslatingExpressionVisitorDependencies relationalDependencies)
    : IQueryableMethodTranslatingExpressionVisitorFactory
{
    public QueryableMethodTranslatingExpressionVisitor Create(QueryCompilationContext queryCompilationContext) =>
        new MySqlQueryableTranslator(dependencies, relationalDependencies, (RelationalQueryCompilationContext)queryCompilationContext);
}
