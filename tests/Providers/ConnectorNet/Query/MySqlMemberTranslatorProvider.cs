using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

internal sealed class MySqlMemberTranslatorProvider : RelationalMemberTranslatorProvider
{
    public MySqlMemberTranslatorProvider(RelationalMemberTranslatorProviderDependencies dependencies)
        : base(dependencies) => AddTranslators([new MemberTranslator(dependencies.SqlExpressionFactory)]);
}
