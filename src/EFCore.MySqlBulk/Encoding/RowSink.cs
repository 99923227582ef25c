using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Takes the values of a row, one after the other, each in its own type, without boxing.</summary>
internal abstract class RowSink
{
    public abstract void Null();

    /// <summary>The column's default, as a keyword.</summary>
    public abstract void Default();

    /// <summary>Separates two values of a row.</summary>
    public abstract void Separator();

    public abstract void Write(bool value);

    public abstract void Write(sbyte value);

    public abstract void Write(byte value);

    public abstract void Write(short value);

    public abstract void Write(ushort value);

    public abstract void Write(int value);

    public abstract void Write(uint value);

    public abstract void Write(long value);

    public abstract void Write(ulong value);

    public abstract void Write(float value);

    public abstract void Write(double value);

    public abstract void Write(decimal value);

    public abstract void Write(char value);

    public abstract void Write(string value);

    public abstract void Write(byte[] value);

    public abstract void Write(DateTime value);

    public abstract void Write(DateTimeOffset value);

    public abstract void Write(DateOnly value);

    public abstract void Write(TimeOnly value);

    public abstract void Write(TimeSpan value);

    /// <summary>A GUID for a <c>char(36)</c> column.</summary>
    public abstract void WriteGuidText(Guid value);

    /// <summary>A GUID for a <c>char(32)</c> column.</summary>
    public abstract void WriteGuidDigits(Guid value);

    /// <summary>Writes a value that only the type mapping can send. <paramref name="value" /> is the property's, before any converter.</summary>
    public abstract void WriteOther(ValueMap column, object? value);

    /// <summary>Does the same as <see cref="WriteBoxed" />, but the property's sentinel stands for the column's default.</summary>
    public void WriteBoxedOrDefault(ColumnMap column, object? value)
    {
        if (Equals(value, column.Property.Sentinel))
            Default();
        else
            WriteBoxed(column, value);
    }

    /// <summary>Writes a value that is boxed already: that of a shadow property, or a tracked original value.</summary>
    public void WriteBoxed(ColumnMap column, object? value)
    {
        if (column.Kind == ValueKind.Other)
        {
            WriteOther(column, value);
            return;
        }

        object? provided = column.ToProvider(value);
        if (provided is Enum)
            provided = Convert.ChangeType(provided, Enum.GetUnderlyingType(provided.GetType()), null);
        switch (provided)
        {
            case null: Null(); break;
            case bool v: Write(v); break;
            case sbyte v: Write(v); break;
            case byte v: Write(v); break;
            case short v: Write(v); break;
            case ushort v: Write(v); break;
            case int v: Write(v); break;
            case uint v: Write(v); break;
            case long v: Write(v); break;
            case ulong v: Write(v); break;
            case float v: Write(v); break;
            case double v: Write(v); break;
            case decimal v: Write(v); break;
            case char v: Write(v); break;
            case string v: Write(v); break;
            case byte[] v: Write(v); break;
            case DateTime v: Write(v); break;
            case DateTimeOffset v: Write(v); break;
            case DateOnly v: Write(v); break;
            case TimeOnly v: Write(v); break;
            case TimeSpan v: Write(v); break;
            case Guid v when column.Kind == ValueKind.GuidDigits: WriteGuidDigits(v); break;
            case Guid v: WriteGuidText(v); break;
            default: throw new UnreachableException($"{column.DisplayName}: a value of type {provided.GetType()} was not expected.");
        }
    }

    /// <exception cref="RowValueException">The value is infinite or not a number.</exception>
    protected static void CheckFinite(double value)
    {
        if (!double.IsFinite(value))
            throw new RowValueException($"MySQL and MariaDB cannot store {value.ToString(CultureInfo.InvariantCulture)}.");
    }
}
