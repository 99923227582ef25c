using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>One of the values that a row is given later does not fit the column.</summary>
internal sealed class UnfitChangeMapping<TValue, TOptional>(StoredType type) : UnfitMapping<TValue, TOptional>(type)
    where TValue : notnull
{
    public override void Change(DbContext context, Cell<TValue, TOptional> entity, SampleRows sample, int row)
    {
        List<Cell<TValue, TOptional>> others = FitRows(sample);
        (entity.Value, entity.Optional) = row == UnfitRow ? (Unfit(sample), default!) : (others[(row + 1) % others.Count].Value, others[(row + 2) % others.Count].Optional);
    }

    protected override List<Cell<TValue, TOptional>> Rows(SampleRows sample) => FitRows(sample);
}
