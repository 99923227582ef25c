using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.ValueGeneration;

internal sealed class MySqlValueGeneratorSelector(ValueGeneratorSelectorDependencies dependencies) : RelationalValueGeneratorSelector(dependencies)
{
    protected override ValueGenerator? FindForType(IProperty property, ITypeBase typeBase, Type clrType) =>
        clrType == typeof(Guid) && property.ValueGenerated is not ValueGenerated.Never && property.GetDefaultValueSql() is null
            ? new SequentialGuidGenerator()
            : base.FindForType(property, typeBase, clrType);
}
