using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
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
        Assert.Equal([true, "two", DBNull.Value], parameters.Select(p => p.Value));
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
        Assert.Throws<RowValueException>(() => sink.Write(double.NaN));
        Assert.Throws<RowValueException>(() => sink.Write(float.PositiveInfinity));
        Assert.Throws<InvalidOperationException>(sink.Default);
    }

    private static (ParameterSink Sink, DbParameter[] Parameters) Sink(int count)
    {
        using ModelContext context = new(_ => { });
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        DbParameter[] parameters = [.. Enumerable.Range(0, count).Select(_ => command.CreateParameter())];
        return (new(parameters, command), parameters);
    }
}
