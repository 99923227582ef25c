using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>What is read from a row of <c>BulkExecute</c>, in the order of the statement's places.</summary>
public sealed class ParametersWriterTests
{
    private static readonly Row Sample = new(7, "n", null);

    [Fact]
    public void Elements_of_a_tuple_go_where_the_statement_has_them_and_may_repeat()
    {
        RowParameters parameters = Of((Row r) => (r.Id, r.Name), typeof(int), typeof(string));
        Assert.Equal("Int32 7,String n", Written(parameters, Sample, 0, 1));
        Assert.Equal("String n,Int32 7,String n", Written(parameters, Sample, 1, 0, 1));
    }

    [Fact]
    public void A_scalar_is_the_only_value()
    {
        RowParameters parameters = Of((Row r) => r.Id * 2, typeof(int));
        Assert.Equal("Int32 14", Written(parameters, Sample, 0));
        Assert.Equal("Int32 14,Int32 14", Written(parameters, Sample, 0, 0));
    }

    [Fact]
    public void A_scalar_may_be_the_row_itself() => Assert.Equal("Int64 5", Written(Of((long row) => row, typeof(long)), 5L, 0));

    [Fact]
    public void A_tuple_may_be_of_any_length()
        => Assert.Equal(
            "Int32 9,Int32 1,String eight",
            Written(
                Of((Row r) => (1, 2, 3, 4, 5, 6, 7, "eight", 9), [.. Enumerable.Repeat(typeof(int), 7), typeof(string), typeof(int)]), Sample, 8, 0, 7));

    [Fact]
    public void A_null_is_NULL()
    {
        RowParameters parameters = Of((Row r) => (r.Number, r.Name), typeof(long?), typeof(string));
        Assert.Equal("NULL,NULL", Written(parameters, new Row(1, null, null), 0, 1));
        Assert.Equal("Int64 3,String m", Written(parameters, new Row(1, "m", 3), 0, 1));
    }

    [Fact]
    public void The_callers_function_runs_once_for_a_row()
    {
        int calls = 0;
        RowParameters parameters = Of((Row r) => (++calls, r.Id), typeof(int), typeof(int));
        Assert.Equal("Int32 1,Int32 7,Int32 1", Written(parameters, Sample, 0, 1, 0));
    }

    [Fact]
    public void A_writer_is_compiled_once_for_equal_rows_and_orders()
    {
        RowParameters parameters = Of((Row r) => (r.Id, r.Id), typeof(int), typeof(int));
        RowParameters other = parameters with { Read = (Row r) => (0, 0) };
        Assert.Same(ParametersWriter.For<ListSink>(parameters, [0, 1]), ParametersWriter.For<ListSink>(other, [0, 1]));
        Assert.NotSame(ParametersWriter.For<ListSink>(parameters, [0, 1]), ParametersWriter.For<ListSink>(parameters, [1, 0]));
    }

    [Fact]
    public void Places_of_several_digits_are_not_mistaken_for_others()
    {
        RowParameters parameters = Of((Row r) => (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), [.. Enumerable.Repeat(typeof(int), 12)]);
        Assert.Equal("Int32 1,Int32 11", Written(parameters, Sample, 1, 11));
        Assert.Equal("Int32 11,Int32 1", Written(parameters, Sample, 11, 1));
    }

    [Fact]
    public void The_values_are_listed_in_the_order_of_the_places()
    {
        RowValues values = new(Of((Row r) => (r.Id, r.Name), typeof(int), typeof(string)), [1, 0, 1]);
        Assert.Equal([typeof(string), typeof(int), typeof(string)], values.Values.Select(value => value.ClrType));
        Assert.Null(values.Shape);
    }

    private static string Written(RowParameters parameters, object row, params int[] order)
    {
        ListSink sink = new();
        new RowValues(parameters, order).Writer<ListSink>()(sink, row, null);
        return string.Concat(sink.Calls);
    }

    private static RowParameters Of<T, TParameters>(Func<T, TParameters> read, params Type[] types)
        => new(typeof(T), typeof(TParameters), read, [.. types.Select(type => new ValueMap(new PlainMapping(Nullable.GetUnderlyingType(type) ?? type), type, true))]);

    private sealed record Row(int Id, string? Name, long? Number);
}
