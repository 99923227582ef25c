using BenchmarkDotNet.Attributes;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>A row of twelve values, all of its own or half of them in an owned entity.</summary>
public class OwnedPartBenchmarks
{
    private const int Rows = 1000;
    private readonly LiteralSink _literals = new(textIsUtf8: true, derivedList: false);
    private RowWriter<LiteralSink> _literal = null!;
    private BinaryExecutions _executions = null!;
    private object _row = null!;

    [Params("own", "owned", "null")]
    public string Values { get; set; } = "";

    [GlobalSetup]
    public void Prepare()
    {
        using SampleContext context = new();
        _row = Values switch
        {
            "own" => new Whole(),
            "owned" => new Owner(),
            _ => new Owner { Part = null },
        };
        TableMap table = TableMaps.Of(context.Model.FindEntityType(_row.GetType())!);
        RowShape shape = new(table, [.. table.Columns.Where(column => !column.IsKey).Select(column => new RowCell(column))]);
        _literal = RowWriter.For<LiteralSink>(shape);
        _executions = new(shape);
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

    internal abstract class Half
    {
        public int Number { get; set; } = 123_456;

        public long Large { get; set; } = 9_876_543_210;

        public double Double { get; set; } = 0.1;

        public string Text { get; set; } = "a name of some length";

        public DateTime Time { get; set; } = new(2024, 5, 6, 7, 8, 9);

        public bool Flag { get; set; } = true;
    }

    internal sealed class Part : Half;

    internal sealed class Owner : Half
    {
        public int Id { get; set; }

        public Part? Part { get; set; } = new();
    }

    internal sealed class Whole : Half
    {
        public int Id { get; set; }

        public int Number2 { get; set; } = 123_456;

        public long Large2 { get; set; } = 9_876_543_210;

        public double Double2 { get; set; } = 0.1;

        public string Text2 { get; set; } = "a name of some length";

        public DateTime Time2 { get; set; } = new(2024, 5, 6, 7, 8, 9);

        public bool Flag2 { get; set; } = true;
    }
}
