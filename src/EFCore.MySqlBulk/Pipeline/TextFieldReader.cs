using System.Buffers.Binary;
using System.Collections;
using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Reads the fields of a text row as any driver's reader does, so that EF Core's type mappings can read through it.</summary>
internal abstract class TextFieldReader : DbDataReader
{
    public override int FieldCount => Columns.Count;

    public override int Depth => 0;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    /// <summary>The columns of the current result.</summary>
    protected abstract IReadOnlyList<ColumnDefinition41> Columns { get; }

    public override bool NextResult() => false;

    public override bool IsDBNull(int ordinal) => !TryField(ordinal, out _);

    public override bool GetBoolean(int ordinal) => Column(ordinal).Type switch
    {
        ColumnType.Bit => Bits(ordinal) != 0,
        _ => IntegerField.TryRead(Bytes(ordinal), out long value) ? value != 0 : GetDecimal(ordinal) != 0,
    };

    public override byte GetByte(int ordinal) => Integer<byte>(ordinal);

    public override short GetInt16(int ordinal) => Integer<short>(ordinal);

    public override int GetInt32(int ordinal) => Integer<int>(ordinal);

    public override long GetInt64(int ordinal) => Integer<long>(ordinal);

    // A float is read in the precision of its column first, as drivers do.
    public override float GetFloat(int ordinal)
        => Column(ordinal).Type == ColumnType.Double ? (float)Double(ordinal) : float.Parse(Bytes(ordinal), NumberStyles.Float, CultureInfo.InvariantCulture);

    public override double GetDouble(int ordinal) => Column(ordinal).Type == ColumnType.Float ? GetFloat(ordinal) : Double(ordinal);

    public override decimal GetDecimal(int ordinal) => Column(ordinal).Type switch
    {
        ColumnType.Float => (decimal)GetFloat(ordinal),
        ColumnType.Double => (decimal)Double(ordinal),
        _ => decimal.Parse(Bytes(ordinal), NumberStyles.Float, CultureInfo.InvariantCulture),
    };

    public override DateTime GetDateTime(int ordinal) => TemporalField.DateTime(Bytes(ordinal));

    public override Guid GetGuid(int ordinal) => Guid.Parse(GetString(ordinal));

    public override char GetChar(int ordinal) => GetString(ordinal) is [var first, ..] ? first : throw new InvalidCastException("The text is empty.");

    public override string GetString(int ordinal) => System.Text.Encoding.UTF8.GetString(Bytes(ordinal));

    /// <summary>The value in the type of its column.</summary>
    public override object GetValue(int ordinal) => IsDBNull(ordinal) ? DBNull.Value : Typed(GetFieldType(ordinal), ordinal);

    public override T GetFieldValue<T>(int ordinal) => (T)Typed(Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T), ordinal);

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++)
            values[i] = GetValue(i);
        return count;
    }

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length)
    {
        ReadOnlySpan<byte> bytes = Bytes(ordinal);
        if (buffer is null)
            return bytes.Length;
        ReadOnlySpan<byte> part = bytes[(int)Math.Min(dataOffset, bytes.Length)..];
        part = part[..Math.Min(part.Length, length)];
        part.CopyTo(buffer.AsSpan(bufferOffset));
        return part.Length;
    }

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length)
    {
        string text = GetString(ordinal);
        if (buffer is null)
            return text.Length;
        int from = (int)Math.Min(dataOffset, text.Length);
        int count = Math.Min(length, text.Length - from);
        text.CopyTo(from, buffer, bufferOffset, count);
        return count;
    }

    public override string GetName(int ordinal) => Column(ordinal).Name;

    public override int GetOrdinal(string name)
    {
        for (int i = 0; i < FieldCount; i++)
        {
            if (Column(i).Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return i;
        }

        throw new ArgumentOutOfRangeException(nameof(name), $"There is no column '{name}'.");
    }

    public override string GetDataTypeName(int ordinal) => Column(ordinal).Type.ToString();

    public override Type GetFieldType(int ordinal) => Column(ordinal) switch
    {
        { Type: ColumnType.Tiny, IsUnsigned: true } => typeof(byte),
        { Type: ColumnType.Tiny } => typeof(sbyte),
        { Type: ColumnType.Short, IsUnsigned: true } => typeof(ushort),
        { Type: ColumnType.Short } => typeof(short),
        { Type: ColumnType.Long or ColumnType.Int24, IsUnsigned: true } => typeof(uint),
        { Type: ColumnType.Long or ColumnType.Int24 or ColumnType.Year } => typeof(int),
        { Type: ColumnType.LongLong, IsUnsigned: true } or { Type: ColumnType.Bit } => typeof(ulong),
        { Type: ColumnType.LongLong } => typeof(long),
        { Type: ColumnType.Float } => typeof(float),
        { Type: ColumnType.Double } => typeof(double),
        { Type: ColumnType.Decimal or ColumnType.NewDecimal } => typeof(decimal),
        { Type: ColumnType.Date or ColumnType.DateTime or ColumnType.Timestamp } => typeof(DateTime),
        { Type: ColumnType.Time } => typeof(TimeSpan),
        { IsBinary: true } => typeof(byte[]),
        _ => typeof(string),
    };

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    private object Typed(Type type, int ordinal)
        => type == typeof(object) ? GetValue(ordinal)
        : type == typeof(string) ? GetString(ordinal)
        : type == typeof(byte[]) ? Bytes(ordinal).ToArray()
        : type == typeof(bool) ? GetBoolean(ordinal)
        : type == typeof(char) ? GetChar(ordinal)
        : type == typeof(Guid) ? GetGuid(ordinal)
        : type == typeof(float) ? GetFloat(ordinal)
        : type == typeof(double) ? GetDouble(ordinal)
        : type == typeof(decimal) ? GetDecimal(ordinal)
        : type == typeof(DateTime) ? GetDateTime(ordinal)
        : type == typeof(DateTimeOffset) ? new DateTimeOffset(GetDateTime(ordinal), TimeSpan.Zero)
        : type == typeof(DateOnly) ? DateOnly.FromDateTime(GetDateTime(ordinal))
        : type == typeof(TimeSpan) ? TemporalField.Time(Bytes(ordinal))
        : type == typeof(TimeOnly) ? TimeOnly.FromTimeSpan(TemporalField.Time(Bytes(ordinal)))
        : TypedInteger(type, ordinal);

    private object TypedInteger(Type type, int ordinal) => Type.GetTypeCode(type) switch
    {
        TypeCode.SByte => Integer<sbyte>(ordinal),
        TypeCode.Byte => Integer<byte>(ordinal),
        TypeCode.Int16 => Integer<short>(ordinal),
        TypeCode.UInt16 => Integer<ushort>(ordinal),
        TypeCode.Int32 => Integer<int>(ordinal),
        TypeCode.UInt32 => Integer<uint>(ordinal),
        TypeCode.Int64 => Integer<long>(ordinal),
        TypeCode.UInt64 => Integer<ulong>(ordinal),
        _ => throw new InvalidCastException($"A column of type {Column(ordinal).Type} cannot be read as {type.Name}."),
    };

    private T Integer<T>(int ordinal)
        where T : System.Numerics.IBinaryInteger<T>
        => Column(ordinal).Type == ColumnType.Bit ? T.CreateChecked(Bits(ordinal))
            : IntegerField.TryRead(Bytes(ordinal), out long value) ? T.CreateChecked(value)
            : T.Parse(Bytes(ordinal), NumberStyles.Integer | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);

    private double Double(int ordinal) => double.Parse(Bytes(ordinal), NumberStyles.Float, CultureInfo.InvariantCulture);

    private ulong Bits(int ordinal)
    {
        Span<byte> wide = stackalloc byte[8];
        wide.Clear();
        ReadOnlySpan<byte> bytes = Bytes(ordinal);
        bytes.CopyTo(wide[(8 - bytes.Length)..]);
        return BinaryPrimitives.ReadUInt64BigEndian(wide);
    }

    /// <summary>A field of the current row.</summary>
    /// <returns>False if it is NULL.</returns>
    protected abstract bool TryField(int ordinal, out ReadOnlySpan<byte> field);

    private ColumnDefinition41 Column(int ordinal) => Columns[ordinal];

    private ReadOnlySpan<byte> Bytes(int ordinal)
        => TryField(ordinal, out ReadOnlySpan<byte> field) ? field : throw new InvalidCastException($"Column '{GetName(ordinal)}' is NULL.");
}
