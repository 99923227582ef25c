using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A hierarchy, with its values in the middle.</summary>
/// <param name="map">Maps its types to tables.</param>
/// <param name="isByConcreteType">Each type has a table of its own, so that keys are given.</param>
/// <param name="isByType">Each type has a table of its own beside that of its base type.</param>
internal sealed class FamilyMapping(Action<ModelBuilder> map, bool isByConcreteType = false, bool isByType = false) : WideMapping<Numbered>(
    model =>
    {
        model.Entity<Numbered>().ToTable("family").HasKey(row => row.Number);
        model.Entity<Everything>(entity => EveryColumn.Map((type, name) => entity.Property(type, name).Metadata));
        model.Entity<Special>();
        map(model);
    },
    (sample, row) => Relative(sample, row, isByConcreteType ? row + 1 : 0),
    static (sample, row, entity) =>
    {
        entity.Section = row;
        if (entity is Everything filled)
            sample.Fill(filled, row);
    })
{
    private readonly bool _isUnion = isByConcreteType;

    public override bool HasKeysOfSeveralStatements { get; } = isByType;

    // The drivers cannot read all types that MariaDB makes of a union.
    public override bool CanBeReadFrom(ServerKind kind) => !_isUnion || kind == ServerKind.MySql;

    // In the order in which SaveChanges inserts types, so that generated keys are the same.
    private static Numbered Relative(SampleRows sample, int row, int number) => row switch
    {
        < SampleRows.Wide / 2 => sample.Fill(new Everything { Number = number }, row),
        < SampleRows.Wide * 3 / 4 => new() { Number = number },
        _ => sample.Fill(new Special { Number = number, Extra = $"{row}" }, row),
    };
}
