using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Two columns of the type: a required one, and one that may be NULL.</summary>
internal class CellMapping<TValue, TOptional>(StoredType type) : TypeMapping<Cell<TValue, TOptional>>(type)
    where TValue : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Cell<TValue, TOptional>>(entity =>
    {
        entity.ToTable(Table("cells"));
        Map(entity.Property(row => row.Value).Metadata);
        Map(entity.Property(row => row.Optional).IsRequired(false).Metadata);
    });

    public override void Change(DbContext context, Cell<TValue, TOptional> entity, SampleRows sample, int row)
    {
        List<Cell<TValue, TOptional>> others = Cells(sample);
        (entity.Value, entity.Optional) = (others[(row + 1) % others.Count].Value, others[(row + 2) % others.Count].Optional);
    }

    protected override List<Cell<TValue, TOptional>> Rows(SampleRows sample) => Cells(sample);

    /// <summary>Rows whose values fit.</summary>
    protected List<Cell<TValue, TOptional>> Cells(SampleRows sample)
        => [.. sample.Values(Type).Select((value, i) => new Cell<TValue, TOptional> { Value = (TValue)value, Optional = i % 3 == 0 ? default! : (TOptional)value })];
}
