using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>Finds rows that the server will refuse if its columns are those of the model. It is a guess: the server decides.</summary>
internal sealed class RowFit
{
    private readonly FitSink _sink;
    private readonly RowWriter<FitSink> _write;

    private RowFit(RowShape limited) => (_sink, _write) = (new(limited.Cells), RowWriter.For<FitSink>(limited));

    /// <returns><see langword="null" /> if every value fits.</returns>
    public static RowFit? Of(BulkPlan plan)
    {
        RowCell[] cells = [.. plan.Shape.Cells.Where(FitSink.IsLimited)];
        return cells.Length == 0 || plan.Shape.BareKeyType is not null ? null : new(plan.Shape with { Cells = cells });
    }

    /// <summary>Whether a row will be refused. One whose values cannot be read is.</summary>
    public bool IsDoubtful(BulkRow row)
    {
        _sink.Begin();
        try
        {
            RowErrors.Write(_write, _sink, row, shape: null);
        }
        catch (RowValueException)
        {
            return true;
        }

        return !_sink.Fits;
    }
}
