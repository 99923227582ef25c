using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>One of the values does not fit the column.</summary>
internal class UnfitMapping<TValue, TOptional>(StoredType type) : TypeMapping<Cell<TValue, TOptional>>(type)
    where TValue : notnull
{
    protected const int UnfitRow = 5;

    public override bool IsRefused => true;

    public override void Model(ModelBuilder model) => model.Entity<Cell<TValue, TOptional>>(entity =>
    {
        entity.ToTable(Table("cells"));
        Map(entity.Property(row => row.Value).Metadata);
        Map(entity.Property(row => row.Optional).IsRequired(false).Metadata);
    });

    public override void Change(DbContext context, Cell<TValue, TOptional> entity, SampleRows sample, int row)
    {
    }

    protected override List<Cell<TValue, TOptional>> Rows(SampleRows sample)
    {
        List<Cell<TValue, TOptional>> rows = FitRows(sample);
        rows[UnfitRow].Value = Unfit(sample);
        return rows;
    }

    protected TValue Unfit(SampleRows sample) => (TValue)Type.Unfit[sample.Number % Type.Unfit.Count];

    protected List<Cell<TValue, TOptional>> FitRows(SampleRows sample)
        => [.. sample.Values(Type).Select((value, i) => new Cell<TValue, TOptional> { Value = (TValue)value, Optional = i % 3 == 0 ? default! : (TOptional)value })];
}
