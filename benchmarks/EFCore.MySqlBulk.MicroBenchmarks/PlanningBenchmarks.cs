using BenchmarkDotNet.Attributes;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>What every call decides before its first statement: pipelining, strategy, plan.</summary>
public class PlanningBenchmarks
{
    private TableMap _table = null!;
    private SelectionFacts _facts;

    [GlobalSetup]
    public void Prepare()
    {
        using SampleContext context = new();
        _table = Facts.Table(context);
        _facts = BulkPlanner.FactsToInsert(new(_table, GeneratesKeys: true, ReturnsKeys: true), Facts.Call, KeyUncertainty.None);
    }

    [Benchmark]
    public object SelectPipelining() => PipeliningSelector.Select(_facts).Reason;

    [Benchmark]
    public object SelectStrategy() => StrategySelector.Select(_facts).Reason;

    [Benchmark]
    public object PlanInsert() => BulkPlanner.Insert(new(_table, GeneratesKeys: true, ReturnsKeys: true), Facts.Call, KeyUncertainty.None);

    [Benchmark]
    public object PlanUpdate() => BulkPlanner.Update(new(_table), Facts.Call);

    [Benchmark]
    public object PlanDelete() => BulkPlanner.Delete(_table, Facts.Call, null);
}
