using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

internal sealed class MySqlMethodCallTranslatorProvider : RelationalMethodCallTranslatorProvider
{
    public MySqlMethodCallTranslatorProvider(RelationalMethodCallTranslatorProviderDependencies dependencies)
        : base(dependencies) => AddTranslators([new TextMethodTranslator(dependencies.SqlExpressionFactory)]);
}
