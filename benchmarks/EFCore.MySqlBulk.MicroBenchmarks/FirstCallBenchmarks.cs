using BenchmarkDotNet.Attributes;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>What only the first call of an entity type does: its table map and its compiled writer, with the plan between them and the first row. EF Core's model already exists.</summary>
public class FirstCallBenchmarks
{
    private readonly Sample _row = new();
    private SampleContext _context = null!;

    [IterationSetup]
    public void MakeModel()
    {
        _context = new();
        _ = _context.Model;
    }

    [IterationCleanup]
    public void Dispose() => _context.Dispose();

    [Benchmark]
    public object Map() => Facts.Table(_context);

    [Benchmark]
    public int MapPlanAndLiteralRow()
    {
        using LiteralSink literals = new(textIsUtf8: true, derivedList: false);
        RowWriter.For<LiteralSink>(Plan().Shape)(literals, _row, null);
        return literals.Length;
    }

    [Benchmark]
    public int MapPlanAndBinaryRow()
    {
        using BinaryExecutions executions = new(Plan().Shape);
        executions.Write(_row);
        return executions.Length;
    }

    private BulkPlan Plan() => BulkPlanner.Insert(new(Facts.Table(_context), GeneratesKeys: true, ReturnsKeys: true), Facts.Call, KeyUncertainty.None);
}
