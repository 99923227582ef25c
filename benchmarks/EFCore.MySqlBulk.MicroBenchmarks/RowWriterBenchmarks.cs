using System.Data.Common;
using BenchmarkDotNet.Attributes;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>One value of each type: read from an entity and written as a literal, as a binary parameter and as a driver parameter.</summary>
public class RowWriterBenchmarks
{
    private const int Rows = 1000;
    private readonly Sample _row = new();
    private readonly LiteralSink _literals = new(textIsUtf8: true, derivedList: false);
    private RowWriter<LiteralSink> _literal = null!;
    private RowWriter<ParameterSink> _parameter = null!;
    private BinaryExecutions _executions = null!;
    private ParameterSink _parameterSink = null!;

    public static IEnumerable<string> Properties { get; } =
        [.. typeof(Sample).GetProperties().Select(p => p.Name).Where(name => name != nameof(Sample.Id))];

    [ParamsSource(nameof(Properties))]
    public string Value { get; set; } = "";

    [GlobalSetup]
    public void Prepare()
    {
        using SampleContext context = new();
        TableMap table = Facts.Table(context);
        ColumnMap column = table.Columns.Single(c => c.Property.Name == Value);
        RowShape shape = new(table, [new RowCell(column)]);
        _literal = RowWriter.For<LiteralSink>(shape);
        _parameter = RowWriter.For<ParameterSink>(shape);
        _executions = new(shape);
        using DbCommand command = context.Database.GetDbConnection().CreateCommand();
        DbParameter parameter = command.CreateParameter();
        _parameterSink = new([parameter], command);
    }

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Literal()
    {
        _literals.Clear();
        for (int i = 0; i < Rows; i++)
            _literal(_literals, _row, null);
        return _literals.Length;
    }

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Binary()
    {
        _executions.Clear();
        for (int i = 0; i < Rows; i++)
            _executions.Write(_row);
        return _executions.Length;
    }

    [Benchmark(OperationsPerInvoke = Rows)]
    public long Parameter()
    {
        for (int i = 0; i < Rows; i++)
        {
            _parameterSink.Rewind();
            _parameter(_parameterSink, _row, null);
        }

        return _parameterSink.ByteCount;
    }
}
