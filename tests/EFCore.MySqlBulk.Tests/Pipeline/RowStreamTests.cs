using System.Data.Common;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Rows are read while they arrive, each in its own bounds.</summary>
public sealed class RowStreamTests
{
    [Fact]
    public void Each_row_is_handed_over_when_it_arrives()
    {
        List<string> read = [];
        RowStream rows = new(reader => read.Add($"{reader.GetInt32(0)} {(reader.IsDBNull(1) ? "NULL" : reader.GetString(1))}"));
        rows.Begin();
        rows.Column(Definition("id", ColumnType.Long));
        rows.Column(Definition("text", ColumnType.VarString));

        foreach (string?[] row in (string?[][])[["1", "a"], ["-2", null], ["3", new('x', 1_000)], ["4", ""]])
            rows.Row(Packet(row), 2);

        Assert.Equal(["1 a", "-2 NULL", $"3 {new string('x', 1_000)}", "4 "], read);
        Assert.Throws<ProtocolException>(() => rows.Row(Packet("1", "2", "3"), 2));
        Assert.Throws<ProtocolException>(() => rows.Row(Packet("1"), 2));
    }

    [Fact]
    public void Another_result_has_its_own_columns()
    {
        List<int> counts = [];
        RowStream rows = new(reader => counts.Add(reader.FieldCount));
        foreach (int columns in (int[])[2, 1])
        {
            rows.Begin();
            for (int i = 0; i < columns; i++)
                rows.Column(Definition($"c{i}", ColumnType.Long));
            rows.Row(Packet([.. Enumerable.Repeat("1", columns)]), columns);
        }

        Assert.Equal([2, 1], counts);
    }

    [Theory]
    [InlineData("0", 0L)]
    [InlineData("-1", -1L)]
    [InlineData("999999999999999999", 999_999_999_999_999_999L)]
    [InlineData("-9223372036854775808", long.MinValue)]
    [InlineData("9223372036854775807", long.MaxValue)]
    [InlineData("12.00", 12L)]
    public void Integers_are_read(string text, long expected) => Assert.Equal(expected, One(text, ColumnType.LongLong, reader => reader.GetInt64(0)));

    [Theory]
    [InlineData("128")]
    [InlineData("-129")]
    [InlineData("1.5")]
    [InlineData("")]
    [InlineData("-")]
    public void What_is_no_integer_of_the_type_is_refused(string text)
        => Assert.ThrowsAny<Exception>(() => One(text, ColumnType.LongLong, reader => reader.GetFieldValue<sbyte>(0)));

    [Theory]
    [InlineData("2024-02-29", 0)]
    [InlineData("2024-02-29 12:34:56", 0)]
    [InlineData("2024-02-29 12:34:56.1", 1_000_000)]
    [InlineData("2024-02-29 12:34:56.123456", 1_234_560)]
    [InlineData("2024-02-29 12:34:56.000001", 10)]
    public void Dates_are_read(string text, int ticks)
    {
        DateTime expected = text.Length == 10 ? new(2024, 2, 29) : new DateTime(2024, 2, 29, 12, 34, 56).AddTicks(ticks);
        Assert.Equal(expected, One(text, ColumnType.DateTime, reader => reader.GetDateTime(0)));
    }

    [Theory]
    [InlineData("0000-00-00 00:00:00")]
    [InlineData("2023-02-29")]
    [InlineData("2024-13-01")]
    [InlineData("2024-01-01 24:00:00")]
    [InlineData("2024-01-01 00:60:00")]
    [InlineData("2024-01-01 00:00:00.-1")]
    [InlineData("-024-01-01")]
    public void What_is_no_date_is_refused(string text) => Assert.Throws<InvalidCastException>(() => One(text, ColumnType.DateTime, reader => reader.GetDateTime(0)));

    [Fact]
    public void Numbers_are_read_in_the_precision_of_their_column_first()
    {
        Assert.Equal((double)1.1f, One("1.1", ColumnType.Float, reader => reader.GetDouble(0)));
        Assert.Equal(1.1, One("1.1", ColumnType.Double, reader => reader.GetDouble(0)));
        Assert.Equal((float)1.1, One("1.1", ColumnType.Double, reader => reader.GetFloat(0)));
        Assert.Equal(1.1m, One("1.1000000000000001", ColumnType.Double, reader => reader.GetDecimal(0)));
        Assert.Equal(1.1000000000000001m, One("1.1000000000000001", ColumnType.NewDecimal, reader => reader.GetDecimal(0)));
    }

    private static T One<T>(string text, ColumnType type, Func<DbDataReader, T> read)
    {
        T? value = default;
        RowStream rows = new(reader => value = read(reader));
        rows.Begin();
        rows.Column(Definition("c", type));
        rows.Row(Packet(text), 1);
        return value!;
    }

    private static byte[] Packet(params string?[] fields)
        => [.. fields.SelectMany(field => field is null ? (byte[])[0xFB] : Field(System.Text.Encoding.UTF8.GetBytes(field)))];

    private static byte[] Field(byte[] bytes)
        => bytes.Length < 251 ? [(byte)bytes.Length, .. bytes] : [0xFC, (byte)bytes.Length, (byte)(bytes.Length >> 8), .. bytes];

    private static byte[] Definition(string name, ColumnType type)
        => [3, .. "def"u8, 0, 0, 0, .. Field(System.Text.Encoding.UTF8.GetBytes(name)), 0, 12, 255, 0, 0, 0, 0, 0, (byte)type, 0, 0, 0, 0, 0];
}
