using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

internal sealed class MySqlQuerySqlGeneratorFactory(QuerySqlGeneratorDependencies dependencies) : IQuerySqlGeneratorFactory
{
    public QuerySqlGenerator Create() => new MySqlQuerySqlGenerator(dependencies);
}
