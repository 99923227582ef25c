using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>One of the values that a row is given later does not fit the column.</summary>
internal sealed class UnfitChangeMapping<TValue, TOptional>(StoredType type) : CellMapping<TValue, TOptional>(type)
    where TValue : notnull
{
    public override bool IsRefused => true;

    public override void Change(DbContext context, Cell<TValue, TOptional> entity, SampleRows sample, int row)
    {
        base.Change(context, entity, sample, row);
        if (row == UnfitMapping<TValue, TOptional>.Row)
            (entity.Value, entity.Optional) = ((TValue)Type.Unfit[sample.Number % Type.Unfit.Count], default!);
    }
}
