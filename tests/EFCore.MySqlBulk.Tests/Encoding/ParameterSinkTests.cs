using System.Diagnostics;
using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Encoding;

public sealed class ParameterSinkTests
{
    [Fact]
    public void Values_are_set_in_order_and_anew_after_a_rewind()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(3);
        sink.Write(1);
        sink.Separator();
        sink.Write("two");
        sink.Separator();
        sink.Null();
        Assert.Equal([1, "two", DBNull.Value], parameters.Select(p => p.Value));
        sink.Rewind();
        sink.Write(true);
        sink.Write(false);
        sink.Write(new byte[] { 1, 2 });
        Assert.Equal([true, false, new byte[] { 1, 2 }], parameters.Select(p => p.Value));
    }

    [Fact]
    public void Numbers_keep_their_types()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(6);
        sink.Write(300);
        sink.Write((short)1);
        sink.Write(ulong.MaxValue);
        sink.Write(1.5m);
        sink.Write(1.5f);
        sink.Write(-1);
        Assert.Equal([300, (short)1, ulong.MaxValue, 1.5m, 1.5f, -1], parameters.Select(p => p.Value!));
    }

    [Fact]
    public void Small_integers_are_not_boxed_anew()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(6);
        foreach (int value in new[] { 0, 0, 255, 255, 256, -1 })
            sink.Write(value);
        Assert.Equal([0, 0, 255, 255, 256, -1], parameters.Select(p => p.Value!));
        Assert.Same(parameters[0].Value, parameters[1].Value);
        Assert.Same(parameters[2].Value, parameters[3].Value);
    }

    [Fact]
    public void Times_go_as_text_to_the_microsecond()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(2);
        sink.Write(TimeSpan.FromTicks(-1_234_567));
        sink.Write(new TimeOnly(23, 59, 59));
        Assert.Equal(["-00:00:00.123456", "23:59:59.000000"], parameters.Select(p => p.Value!));
    }

    [Fact]
    public void Bytes_are_counted_for_texts_and_binary_values()
    {
        (ParameterSink sink, _) = Sink(3);
        sink.Write("abä");
        sink.Write(new byte[10]);
        sink.Write(7);
        Assert.Equal((14, 10), (sink.ByteCount, sink.Longest));
        sink.Rewind();
        Assert.Equal((0, 0), (sink.ByteCount, sink.Longest));
    }

    [Fact]
    public void A_NULL_is_remembered_until_the_rewind()
    {
        (ParameterSink sink, _) = Sink(1);
        sink.Null();
        Assert.True(sink.HasNull);
        sink.Rewind();
        Assert.False(sink.HasNull);
    }

    [Fact]
    public void A_value_that_a_parameter_cannot_express_is_refused()
    {
        (ParameterSink sink, _) = Sink(1);
        Assert.Equal("MySQL and MariaDB cannot store NaN or infinity.", Assert.Throws<RowValueException>(() => sink.Write(double.NaN)).Message);
        Assert.Equal("MySQL and MariaDB cannot store NaN or infinity.", Assert.Throws<RowValueException>(() => sink.Write(float.PositiveInfinity)).Message);
        Assert.Equal("A parameter cannot carry DEFAULT.", Assert.Throws<UnreachableException>(sink.Default).Message);
    }

    [Fact]
    public void A_value_that_only_the_mapping_knows_is_what_the_mapping_makes_of_it()
    {
        ColumnMap text = Maps.Of<Row>(model => model.Entity<Row>().Property(r => r.Day).HasConversion(d => $"{d}ä", t => Enum.Parse<DayOfWeek>(t))).Column("Day");
        ColumnMap binary = Maps.Of<Row>(model => model.Entity<Row>().Property(r => r.Day).HasConversion(d => new byte[(int)d], b => (DayOfWeek)b.Length)).Column("Day");
        (ParameterSink sink, DbParameter[] parameters) = Sink(2);
        sink.WriteOther(text, DayOfWeek.Monday);
        sink.WriteOther(binary, DayOfWeek.Wednesday);
        Assert.Equal(["Mondayä", new byte[3]], parameters.Select(p => p.Value!));
        Assert.Equal((11, 8, false), (sink.ByteCount, sink.Longest, sink.HasNull));
    }

    [Fact]
    public void A_null_that_only_the_mapping_knows_is_NULL()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(2);
        ColumnMap column = Maps.Of<Row>().Column("Day");
        sink.WriteOther(column, null);
        Assert.Equal((0, true), (sink.ByteCount, sink.HasNull));
        sink.WriteOther(column, null);
        Assert.True(sink.HasNull);
        Assert.Equal([DBNull.Value, DBNull.Value], parameters.Select(p => p.Value!));
    }

    [Fact]
    public void A_null_that_the_mapping_makes_of_a_value_is_NULL()
    {
        (ParameterSink sink, DbParameter[] parameters) = Sink(1);
        sink.WriteOther(Maps.Of<Row>(model => model.Entity<Row>().Property(r => r.Text).HasConversion(t => t == "" ? null : t, t => t)).Column("Text"), "");
        Assert.Equal(DBNull.Value, parameters[0].Value);
        Assert.Equal((0, true), (sink.ByteCount, sink.HasNull));
    }

    private static (ParameterSink Sink, DbParameter[] Parameters) Sink(int count)
    {
        using ModelContext context = new(_ => { });
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        DbParameter[] parameters = [.. Enumerable.Range(0, count).Select(_ => command.CreateParameter())];
        return (new(parameters, command), parameters);
    }

    private sealed class Row
    {
        public int Id { get; set; }

        public DayOfWeek Day { get; set; }

        public string? Text { get; set; }
    }
}
