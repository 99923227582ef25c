using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Sets the values of parameters that were made once, in their order.</summary>
internal sealed class ParameterSink(DbParameter[] parameters, DbCommand command) : RowSink
{
    private static readonly object True = true;
    private static readonly object False = false;
    private static readonly object[] SmallIntegers = [.. Enumerable.Range(0, 256).Select(i => (object)i)];
    private int _at;
    private long _bytes;

    /// <summary>The number of bytes of the texts and binary values set since <see cref="Rewind" />; other values are small.</summary>
    public long ByteCount => _bytes;

    /// <summary>Whether a value set since <see cref="Rewind" /> is NULL.</summary>
    public bool HasNull { get; private set; }

    /// <summary>The length in bytes of the longest text or binary value set since <see cref="Rewind" />.</summary>
    public long Longest { get; private set; }

    /// <summary>Starts again with the first parameter.</summary>
    public void Rewind()
    {
        _at = 0;
        _bytes = 0;
        HasNull = false;
        Longest = 0;
    }

    public override void Null()
    {
        HasNull = true;
        Set(DBNull.Value);
    }

    public override void Default() => throw new UnreachableException("A parameter cannot carry DEFAULT.");

    public override void Separator()
    {
    }

    public override void Write(bool value) => Set(value ? True : False);

    public override void Write(sbyte value) => Set(value);

    public override void Write(byte value) => Set(value);

    public override void Write(short value) => Set(value);

    public override void Write(ushort value) => Set(value);

    public override void Write(int value) => Set((uint)value < (uint)SmallIntegers.Length ? SmallIntegers[value] : value);

    public override void Write(uint value) => Set(value);

    public override void Write(long value) => Set(value);

    public override void Write(ulong value) => Set(value);

    public override void Write(float value) => Finite(value, value);

    public override void Write(double value) => Finite(value, value);

    public override void Write(decimal value) => Set(value);

    public override void Write(char value) => Set(value.ToString());

    public override void Write(string value)
    {
        Count(System.Text.Encoding.UTF8.GetByteCount(value));
        Set(value);
    }

    public override void Write(byte[] value)
    {
        Count(value.Length);
        Set(value);
    }

    public override void Write(DateTime value) => Set(value);

    public override void Write(DateTimeOffset value) => Set(value);

    public override void Write(DateOnly value) => Set(value);

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    /// <summary>A time is sent as text: Connector/NET loses the microseconds of a prepared <see cref="TimeSpan" /> whose milliseconds are 0.</summary>
    public override void Write(TimeSpan value)
    {
        TemporalText.CheckTime(value);
        Span<char> text = stackalloc char[26];
        Set(new string(text[..TemporalText.Time(value, text)]));
    }

    public override void WriteGuidText(Guid value) => Set(value);

    public override void WriteGuidDigits(Guid value) => Set(value);

    public override void WriteOther(ValueMap column, object? value)
    {
        object? provided = value is null ? null : column.TypeMapping.CreateParameter(command, "b", value, column.IsNullable).Value;
        Count(provided switch { string text => System.Text.Encoding.UTF8.GetByteCount(text), byte[] bytes => bytes.Length, _ => 0 });
        HasNull |= provided is null or DBNull;
        Set(provided ?? DBNull.Value);
    }

    private void Finite(double value, object boxed)
    {
        if (!double.IsFinite(value))
            throw new RowValueException("MySQL and MariaDB cannot store NaN or infinity.");
        Set(boxed);
    }

    private void Count(long bytes)
    {
        _bytes += bytes;
        Longest = Math.Max(Longest, bytes);
    }

    private void Set(object value) => parameters[_at++].Value = value;
}
