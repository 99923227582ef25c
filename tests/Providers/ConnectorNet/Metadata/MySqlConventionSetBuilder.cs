using Microsoft.EntityFrameworkCore.Metadata.Conventions;
using Microsoft.EntityFrameworkCore.Metadata.Conventions.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Metadata;

internal sealed class MySqlConventionSetBuilder(
    ProviderConventionSetBuilderDependencies dependencies, RelationalConventionSetBuilderDependencies relationalDependencies)
    : RelationalConventionSetBuilder(dependencies, relationalDependencies)
{
    private const int LongestIdentifier = 64;

    public override ConventionSet CreateConventionSet()
    {
        ConventionSet conventions = base.CreateConventionSet();
        conventions.Add(new RelationalMaxIdentifierLengthConvention(LongestIdentifier, Dependencies, RelationalDependencies));
        return conventions;
    }
}
