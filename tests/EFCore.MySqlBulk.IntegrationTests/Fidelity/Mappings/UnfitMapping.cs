using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>One of the values does not fit the column.</summary>
internal sealed class UnfitMapping<TValue, TOptional>(StoredType type) : CellMapping<TValue, TOptional>(type)
    where TValue : notnull
{
    /// <summary>The row that has it.</summary>
    public const int Row = 5;

    public override bool IsRefused => true;

    public override void Change(DbContext context, Cell<TValue, TOptional> entity, SampleRows sample, int row)
    {
    }

    protected override List<Cell<TValue, TOptional>> Rows(SampleRows sample)
    {
        List<Cell<TValue, TOptional>> rows = Cells(sample);
        rows[Row].Value = (TValue)Type.Unfit[sample.Number % Type.Unfit.Count];
        return rows;
    }
}
