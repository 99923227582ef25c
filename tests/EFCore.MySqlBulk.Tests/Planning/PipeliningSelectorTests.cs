using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class PipeliningSelectorTests
{
    private const string Alone = "each row is a statement of its own, with many in flight";
    private const string Asked = "it was requested";
    private const string Many = "3,000 rows or more";
    private const string Few = "fewer than 3,000 rows";
    private const string Stalling = "1,000 rows or more, and a long statement would stall";
    private const string FewDeleted = "fewer than 5,000 deleted rows";
    private const string VeryFew = "fewer than 100 rows";
    private const string Obstacle = "an obstacle, see below";
    private const string OtherDriver = "the other driver supports PipelinedArrayBatch only";
    private const string OfTheDriver = "the requested strategy sends commands of the driver";
    private const string Forbidden = "BulkOptions.Pipelining is Never";
    private static readonly PipeliningFacts Free = new(SeveralStatements: true, CanPipeline: true, LongStatements: true);
    private static readonly PipeliningFacts Stalls = Free with { LongStatements = false };
    private static readonly PipeliningFacts Refused = new(SeveralStatements: true, CanPipeline: false, "the connection is compressed");

    private static readonly Dictionary<string, (SelectionFacts Facts, bool Pipelines, string Rule)> Cases = new()
    {
        ["forbidden"] = (Insert(null) with { ForcedPipelining = BulkPipelining.Never }, false, Forbidden),
        ["forbidden, with a strategy that needs it"]
            = (Execute(500) with { Forced = BulkStrategy.PipelinedArrayBatch, ForcedPipelining = BulkPipelining.Never }, false, Forbidden),
        ["insert 1"] = (Insert(1), false, VeryFew),
        ["execute 99"] = (Execute(99), false, VeryFew),
        ["execute 100"] = (Execute(100), true, Alone),
        ["execute a stream"] = (Execute(null), true, Alone),
        ["execute 100, refused"] = (Execute(100) with { Pipelining = Refused }, false, Obstacle),
        ["execute 500, row by row asked for"] = (Execute(500) with { Forced = BulkStrategy.RowByRow }, false, OfTheDriver),
        ["insert 100, keys by trigger"] = (Insert(100) with { KeysWanted = true, KeysByTrigger = true }, true, Alone),
        ["insert 100, keys by trigger, not wanted"] = (Insert(100) with { KeysByTrigger = true }, false, Few),
        ["insert 100, engine without transactions"] = (Insert(100) with { KeysWanted = true, NothingRolledBack = true }, true, Alone),
        ["insert 100, keys by trigger, row by row asked for"]
            = (Insert(100) with { KeysWanted = true, KeysByTrigger = true, Forced = BulkStrategy.RowByRow }, false, OfTheDriver),
        ["update 100, no joins"] = (Update(100) with { RefusesJoins = true }, true, Alone),
        ["delete 100, no joins"] = (Delete(100) with { RefusesJoins = true }, false, FewDeleted),
        ["delete 100, no joins, tokens"] = (Delete(100) with { RefusesJoins = true, ConcurrencyTokens = true }, true, Alone),
        ["insert 2,999"] = (Insert(2_999), false, Few),
        ["insert 3,000"] = (Insert(3_000), true, Many),
        ["insert a stream"] = (Insert(null), true, Many),
        ["insert 999, stalling"] = (Insert(999) with { Pipelining = Stalls }, false, Few),
        ["insert 1,000, stalling"] = (Insert(1_000) with { Pipelining = Stalls }, true, Stalling),
        ["insert 2,999, stalling"] = (Insert(2_999) with { Pipelining = Stalls }, true, Stalling),
        ["insert a stream, stalling"] = (Insert(null) with { Pipelining = Stalls }, true, Many),
        ["delete 5,000, stalling"] = (Delete(5_000) with { Pipelining = Stalls }, true, Many),
        ["update 1,000, stalling"] = (Update(1_000) with { Pipelining = Stalls }, true, Stalling),
        ["delete 1,000, stalling"] = (Delete(1_000) with { Pipelining = Stalls }, false, FewDeleted),
        ["update 2,999"] = (Update(2_999), false, Few),
        ["update 3,000"] = (Update(3_000), true, Many),
        ["delete 4,999"] = (Delete(4_999), false, FewDeleted),
        ["delete 5,000"] = (Delete(5_000), true, Many),
        ["insert 2,999, LOAD DATA allowed"] = (Insert(2_999) with { AllowsLoadData = true, Columns = 3 }, false, Few),
        ["insert 3,000, LOAD DATA allowed"] = (Insert(3_000) with { AllowsLoadData = true, Columns = 3 }, true, Many),
        ["update a stream"] = (Update(null), true, Many),
        ["insert 3,000, literals asked for"] = (Insert(3_000) with { Forced = BulkStrategy.MultiRowValues }, true, Many),
        ["insert 3,000, several statements asked for"] = (Insert(3_000) with { Forced = BulkStrategy.MultiStatement }, false, OfTheDriver),
        ["insert 3,000, other driver"] = (Insert(3_000) with { Pipelining = Free with { ArrayBatchesOnly = true } }, false, OtherDriver),
        ["execute 3,000, other driver"] = (Execute(3_000) with { Pipelining = Free with { ArrayBatchesOnly = true } }, true, Alone),
        ["insert 1, asked for"] = (Insert(1) with { ForcedPipelining = BulkPipelining.Always }, true, Asked),
        ["insert 1, a strategy asked for that needs it"] = (Insert(1) with { Forced = BulkStrategy.PipelinedArrayBatch }, true, Alone),
    };

    public static TheoryData<string> CaseNames => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void The_first_rule_that_applies_decides(string name)
    {
        (SelectionFacts facts, bool pipelines, string rule) = Cases[name];
        PipeliningRule decides = PipeliningSelector.Rules.First(each => each.Applies(facts));
        PipeliningChoice choice = PipeliningSelector.Select(facts);
        Assert.Equal((pipelines, rule), (decides.Pipelines, decides.Reason));
        Assert.Equal((pipelines, rule == Obstacle ? "the connection is compressed" : rule), (choice.IsPipelined, choice.Reason));
    }

    [Fact]
    public void Every_rule_has_a_case_that_it_decides()
        => Assert.Equal(PipeliningSelector.Rules.Select(rule => rule.Reason).Order(), Cases.Values.Select(each => each.Rule).Distinct().Order());

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void A_strategy_is_chosen_that_works_that_way(string name)
    {
        (SelectionFacts facts, bool _, string _) = Cases[name];
        if (facts is { Forced: BulkStrategy.PipelinedArrayBatch, ForcedPipelining: BulkPipelining.Never })
            return;
        PipeliningChoice chosen = PipeliningSelector.Select(facts);
        StrategyChoice choice = StrategySelector.Select(facts with { Chosen = chosen });
        Assert.True(choice.Strategy.WorksWith(chosen.IsPipelined), $"{choice.Strategy}, {chosen}");
        Assert.Equal(chosen.IsPipelined, choice.Pipelined);
    }

    [Fact]
    public void A_call_that_insists_on_pipelining_gets_it_or_the_reason()
    {
        foreach (BulkOperation operation in StrategySelector.Rules.Select(rule => rule.Operation).Distinct())
        {
            SelectionFacts asked = Facts(operation, 2) with { ForcedPipelining = BulkPipelining.Always };
            Assert.True(PipeliningSelector.Select(asked).IsPipelined);
            Assert.Equal(
                "BulkOptions.Pipelining = Always is not possible: the connection is compressed.",
                Assert.Throws<InvalidOperationException>(() => PipeliningSelector.Select(asked with { Pipelining = Refused })).Message);
            Assert.Equal(
                "BulkOptions.Pipelining = Always is not possible: the requested strategy sends commands of the driver.",
                Assert.Throws<InvalidOperationException>(() => PipeliningSelector.Select(asked with { Forced = BulkStrategy.RowByRow })).Message);
        }
    }

    [Fact]
    public void What_the_facts_leave_open_is_looked_at_before_they_are_there()
    {
        ResolvedOptions plain = new();
        Assert.False(PipeliningSelector.IsOpen(plain, 99));
        Assert.True(PipeliningSelector.IsOpen(plain, 100));
        Assert.True(PipeliningSelector.IsOpen(plain, null));
        Assert.True(PipeliningSelector.IsOpen(new() { Strategy = BulkStrategy.PipelinedArrayBatch }, 1));
        Assert.False(PipeliningSelector.IsOpen(new() { Pipelining = BulkPipelining.Never }, null));
        Assert.True(PipeliningSelector.IsOpen(new() { Pipelining = BulkPipelining.Always }, 1));
    }

    private static SelectionFacts Insert(long? rows) => Facts(BulkOperation.Insert, rows);

    private static SelectionFacts Update(long? rows) => Facts(BulkOperation.Update, rows);

    private static SelectionFacts Delete(long? rows) => Facts(BulkOperation.Delete, rows);

    private static SelectionFacts Execute(long? rows) => Facts(BulkOperation.Execute, rows);

    private static SelectionFacts Facts(BulkOperation operation, long? rows)
        => new() { Operation = operation, Server = KnownServers.MySql97, RowCount = rows, Columns = 5, Pipelining = Free };
}
