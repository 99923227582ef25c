using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A mapping in which one type has a role of its own, in a table for each type.</summary>
internal abstract class TypeMapping<T>(StoredType type) : EntityMapping<T>
    where T : class
{
    protected StoredType Type => type;

    public override bool Owns(ITable table) => table.Name.EndsWith($"_{type.Property}", StringComparison.Ordinal);

    protected string Table(string prefix) => $"{prefix}_{type.Property}";

    /// <summary>Maps a property as the type is.</summary>
    protected void Map(IMutableProperty property) => type.Map(property);

    /// <summary>Maps a property whose column is a key, or has a default: it needs a length.</summary>
    protected void MapShort(IMutableProperty property)
    {
        type.Map(property);
        type.MapShort(property);
    }

    protected TValue[] Keys<TValue>(SampleRows sample) => [.. sample.Keys(type).Cast<TValue>()];
}
