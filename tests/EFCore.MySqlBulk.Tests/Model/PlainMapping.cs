using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Tests.Model;

/// <summary>A mapping without a converter, so that values are of the same kind with every provider. A type that the library does not know is sent by the mapping alone.</summary>
internal sealed class PlainMapping : RelationalTypeMapping
{
    public PlainMapping(Type type, string storeType = "any", int? size = null)
        : base(storeType, type, dbType: null, unicode: false, size)
    {
    }

    private PlainMapping(RelationalTypeMappingParameters parameters)
        : base(parameters)
    {
    }

    protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) => new PlainMapping(parameters);
}
