using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

internal sealed class MySqlQueryCompilationContextFactory(
    QueryCompilationContextDependencies dependencies, RelationalQueryCompilationContextDependencies relationalDependencies)
    : IQueryCompilationContextFactory
{
    public QueryCompilationContext Create(bool async) => new MySqlQueryCompilationContext(dependencies, relationalDependencies, async);
}
