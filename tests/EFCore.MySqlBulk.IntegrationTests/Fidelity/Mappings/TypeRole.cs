using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>What a column of a type is besides a value.</summary>
/// <param name="Name">The name in docs/fidelity.md.</param>
/// <param name="Mapping">The generic mapping class; it gets the required and the optional CLR type.</param>
/// <param name="Has">Whether a column of the type can have the role.</param>
internal sealed record TypeRole(string Name, Type Mapping, Func<StoredType, bool> Has)
{
    public static IReadOnlyList<TypeRole> All { get; } =
    [
        new("column of the type", typeof(CellMapping<,>), static type => !type.IsWide),
        new("key of the type", typeof(KeyMapping<>), static type => type is { IsWide: true, Key: not null }),
        new("part of a composite key", typeof(CompositeKeyMapping<>), static type => type is { IsWide: true, Key: not null }),
        new("alternate key of the type", typeof(AlternateKeyMapping<>), static type => type is { IsWide: true, Key: not null }),
        new("foreign key of the type", typeof(ForeignKeyMapping<,>), static type => type is { IsWide: true, Key: not null }),
        new("concurrency token", typeof(TokenMapping<>), static type => type.IsWide),
        new("concurrency token that changes", typeof(ChangedTokenMapping<>), static type => type.IsWide),
        new("default of the column", typeof(DefaultMapping<>), static type => type is { IsWide: true, Key: not null }),
        new("computed column", typeof(ComputedMapping<>), static type => type is { IsWide: true, Key: not null }),
        new("value that does not fit, inserted", typeof(UnfitMapping<,>), static type => type.Unfit.Count > 0),
        new("value that does not fit, updated", typeof(UnfitChangeMapping<,>), static type => type.Unfit.Count > 0),
    ];

    public ComparedMapping Of(StoredType type)
    {
        Type[] arguments = Mapping.GetGenericArguments().Length == 1 ? [type.Clr] : [type.Clr, type.OptionalClr];
        return (ComparedMapping)Activator.CreateInstance(Mapping.MakeGenericType(arguments), type)!;
    }
}
