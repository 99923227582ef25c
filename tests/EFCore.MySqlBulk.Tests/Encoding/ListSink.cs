using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Records the values it gets, and by which method.</summary>
internal sealed class ListSink : RowSink
{
    public List<string> Calls { get; } = [];

    public override void Null() => Calls.Add("NULL");

    public override void Default() => Calls.Add("DEFAULT");

    public override void Separator() => Calls.Add(",");

    public override void Write(bool value) => Note(value);

    public override void Write(sbyte value) => Note(value);

    public override void Write(byte value) => Note(value);

    public override void Write(short value) => Note(value);

    public override void Write(ushort value) => Note(value);

    public override void Write(int value) => Note(value);

    public override void Write(uint value) => Note(value);

    public override void Write(long value) => Note(value);

    public override void Write(ulong value) => Note(value);

    public override void Write(float value) => Note(value);

    public override void Write(double value) => Note(value);

    public override void Write(decimal value) => Note(value);

    public override void Write(char value) => Note(value);

    public override void Write(string value) => Note(value);

    public override void Write(byte[] value) => Calls.Add($"Byte[] {Convert.ToHexString(value)}");

    public override void Write(DateTime value) => Note(value);

    public override void Write(DateTimeOffset value) => Note(value);

    public override void Write(DateOnly value) => Note(value);

    public override void Write(TimeOnly value) => Note(value);

    public override void Write(TimeSpan value) => Note(value);

    public override void WriteGuidText(Guid value) => Calls.Add($"text {value}");

    public override void WriteGuidDigits(Guid value) => Calls.Add($"digits {value}");

    public override void WriteOther(ValueMap column, object? value) => Calls.Add($"other {((ColumnMap)column).Name} {value}");

    private void Note<T>(T value) => Calls.Add(string.Create(CultureInfo.InvariantCulture, $"{typeof(T).Name} {value}"));
}
