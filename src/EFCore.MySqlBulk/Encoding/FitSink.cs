using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Takes the values of a row and notes whether each fits its column as the model describes it: NULL, the length of a text or of bytes, and the digits before a decimal's point. It writes nothing.</summary>
/// <param name="cells">The values that the row has.</param>
internal sealed class FitSink(IReadOnlyList<RowCell> cells) : RowSink
{
    // 10 to the power of 29 is no decimal.
    private const int MostDigits = 28;

    private readonly bool[] _takesNull = [.. cells.Select(cell => cell.Column.IsNullable)];
    private readonly int[] _longest = [.. cells.Select(cell => Longest(cell.Column) ?? int.MaxValue)];
    private readonly decimal[] _below = [.. cells.Select(cell => Below(cell.Column))];
    private int _at;

    /// <summary>Whether all values of the row so far do.</summary>
    public bool Fits { get; private set; }

    /// <summary>Whether there are values of a column that may not fit.</summary>
    public static bool IsLimited(RowCell cell)
        => cell.Source != CellSource.Original && cell.Column is { HoldsDocument: false, Constant: null } column
            && ((!column.IsNullable && ClrTypes.CanBeNull(column.ClrType)) || (column.Kind is ValueKind.Text or ValueKind.Binary && Longest(column) is not null) || Below(column) < decimal.MaxValue);

    /// <summary>Begins another row.</summary>
    public void Begin() => (_at, Fits) = (0, true);

    public override void Null() => Fits &= _takesNull[_at];

    public override void Default()
    {
    }

    public override void Separator() => _at++;

    public override void Write(bool value)
    {
    }

    public override void Write(sbyte value)
    {
    }

    public override void Write(byte value)
    {
    }

    public override void Write(short value)
    {
    }

    public override void Write(ushort value)
    {
    }

    public override void Write(int value)
    {
    }

    public override void Write(uint value)
    {
    }

    public override void Write(long value)
    {
    }

    public override void Write(ulong value)
    {
    }

    public override void Write(float value)
    {
    }

    public override void Write(double value)
    {
    }

    public override void Write(decimal value) => Fits &= Math.Abs(value) < _below[_at];

    public override void Write(char value)
    {
    }

    // A character beyond the basic plane counts twice.
    public override void Write(string value) => Fits &= value.Length <= _longest[_at];

    public override void Write(byte[] value) => Fits &= value.Length <= _longest[_at];

    public override void Write(DateTime value)
    {
    }

    public override void Write(DateTimeOffset value)
    {
    }

    public override void Write(DateOnly value)
    {
    }

    public override void Write(TimeOnly value)
    {
    }

    public override void Write(TimeSpan value)
    {
    }

    public override void WriteGuidText(Guid value)
    {
    }

    public override void WriteGuidDigits(Guid value)
    {
    }

    public override void WriteOther(ValueMap column, object? value)
    {
        if (value is null)
            Null();
    }

    // A provider's mapping need not have what the model says.
    private static int? Longest(ColumnMap column) => column.TypeMapping.Size ?? (column.Member as IProperty)?.GetMaxLength();

    private static decimal Below(ColumnMap column)
    {
        decimal below = decimal.MaxValue;
        IProperty? property = column.Member as IProperty;
        if (column.Kind == ValueKind.Decimal && (column.TypeMapping.Precision ?? property?.GetPrecision()) - (column.TypeMapping.Scale ?? property?.GetScale() ?? 0) is >= 0 and <= MostDigits and var before)
        {
            below = 1;
            for (int i = 0; i < before; i++)
                below *= 10;
        }

        return below;
    }
}
