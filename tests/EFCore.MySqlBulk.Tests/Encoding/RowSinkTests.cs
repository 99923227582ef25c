using System.Diagnostics;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Boxed values, such as those of shadow properties and original values, are written like all others.</summary>
public sealed class RowSinkTests
{
    private enum Color : short
    {
        Green = 2,
    }

    [Fact]
    public void A_boxed_number_is_written_in_its_own_type()
    {
        Assert.Equal("Boolean True", Boxed(true));
        Assert.Equal("SByte -1", Boxed((sbyte)-1));
        Assert.Equal("Byte 1", Boxed((byte)1));
        Assert.Equal("Int16 -2", Boxed((short)-2));
        Assert.Equal("UInt16 2", Boxed((ushort)2));
        Assert.Equal("Int32 -3", Boxed(-3));
        Assert.Equal("UInt32 3", Boxed(3U));
        Assert.Equal("Int64 -4", Boxed(-4L));
        Assert.Equal("UInt64 4", Boxed(4UL));
        Assert.Equal("Single 0.5", Boxed(0.5F));
        Assert.Equal("Double 0.25", Boxed(0.25));
        Assert.Equal("Decimal 1.50", Boxed(1.50M));
        Assert.Equal("Int16 2", Boxed(Color.Green));
    }

    [Fact]
    public void A_boxed_text_date_or_time_is_written_in_its_own_type()
    {
        Assert.Equal("Char c", Boxed('c'));
        Assert.Equal("String text", Boxed("text"));
        Assert.Equal("Byte[] 0102", Boxed(new byte[] { 1, 2 }));
        Assert.Equal("DateTime 02/29/2024 01:02:03", Boxed(new DateTime(2024, 2, 29, 1, 2, 3)));
        Assert.Equal("DateTimeOffset 02/29/2024 01:02:03 +02:00", Boxed(new DateTimeOffset(2024, 2, 29, 1, 2, 3, TimeSpan.FromHours(2))));
        Assert.Equal("DateOnly 02/29/2024", Boxed(new DateOnly(2024, 2, 29)));
        Assert.Equal("TimeOnly 01:02", Boxed(new TimeOnly(1, 2)));
        Assert.Equal("TimeSpan 1.01:00:00", Boxed(TimeSpan.FromHours(25)));
    }

    [Fact]
    public void A_boxed_GUID_is_written_as_its_column_holds_it()
    {
        Guid guid = new("00112233-4455-6677-8899-aabbccddeeff");
        Assert.Equal($"text {guid}", Boxed(guid, new(typeof(Guid), "char(36)", 36)));
        Assert.Equal($"digits {guid}", Boxed(guid, new(typeof(Guid), "char(32)", 32)));
        Assert.Equal($"other Value {guid}", Boxed(guid, new(typeof(Guid), "binary(16)")));
    }

    [Fact]
    public void A_boxed_null_is_NULL()
    {
        Assert.Equal("NULL", Boxed<string?>(null));
        Assert.Equal("NULL", Boxed<int?>(null, new(typeof(int))));
    }

    [Fact]
    public void A_sentinel_stands_for_the_default_where_it_may()
    {
        ColumnMap column = Column<int>(new(typeof(int)));
        ListSink sink = new();
        sink.WriteBoxedOrDefault(column, 0);
        sink.WriteBoxedOrDefault(column, 5);
        sink.WriteBoxed(column, 0);
        Assert.Equal(["DEFAULT", "Int32 5", "Int32 0"], sink.Calls);
    }

    [Fact]
    public void A_value_of_a_type_that_no_column_has_is_refused_with_the_property()
        => Assert.Equal(
            "Row<string>.Value: a value of type System.Version was not expected.",
            Assert.Throws<UnreachableException>(() => new ListSink().WriteBoxed(Column<string>(new(typeof(string))), new Version(1, 0))).Message);

    private static string Boxed<T>(T value) => Boxed(value, new(typeof(T)));

    private static string Boxed<T>(T value, PlainMapping mapping)
    {
        ListSink sink = new();
        sink.WriteBoxed(Column<T>(mapping), value);
        return Assert.Single(sink.Calls);
    }

    private static ColumnMap Column<T>(PlainMapping mapping)
        => Maps.Of<Row<T>>(model => model.Entity<Row<T>>().Property(r => r.Value).Metadata.SetTypeMapping(mapping)).Column("Value");

    private sealed class Row<T>
    {
        public int Id { get; set; }

        public T Value { get; set; } = default!;
    }
}
