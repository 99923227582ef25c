using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class ConnectionSelectorTests
{
    private const string Alone = "each row is a statement of its own, with many in flight";
    private const string Asked = "it was requested";
    private const string Many = "2,000 rows or more";
    private const string Few = "fewer than 2,000 rows";
    private const string VeryFew = "fewer than 100 rows";
    private const string Obstacle = "an obstacle, see below";
    private const string OtherDriver = "the other driver supports PipelinedArrayBatch only";
    private const string OfTheContext = "the requested strategy works on the context's connection";
    private const string KeptOnContext = "BulkOptions.Connection is Context";
    private static readonly ConnectionFacts Free = new(SeveralStatements: true, CanOpenOwn: true);
    private static readonly ConnectionFacts Busy = new(SeveralStatements: true, CanOpenOwn: false, "a transaction is open");

    private static readonly Dictionary<string, (SelectionFacts Facts, BulkConnection Connection, string Rule)> Cases = new()
    {
        ["told to stay"] = (Insert(null) with { ForcedConnection = BulkConnection.Context }, BulkConnection.Context, KeptOnContext),
        ["told to stay, with a strategy that cannot"]
            = (Execute(500) with { Forced = BulkStrategy.PipelinedArrayBatch, ForcedConnection = BulkConnection.Context }, BulkConnection.Context, KeptOnContext),
        ["insert 1"] = (Insert(1), BulkConnection.Context, VeryFew),
        ["execute 99"] = (Execute(99), BulkConnection.Context, VeryFew),
        ["execute 100"] = (Execute(100), BulkConnection.Own, Alone),
        ["execute a stream"] = (Execute(null), BulkConnection.Own, Alone),
        ["execute 100, busy"] = (Execute(100) with { Connection = Busy }, BulkConnection.Context, Obstacle),
        ["execute 500, row by row asked for"] = (Execute(500) with { Forced = BulkStrategy.RowByRow }, BulkConnection.Context, OfTheContext),
        ["insert 100, keys by trigger"] = (Insert(100) with { KeysWanted = true, KeysByTrigger = true }, BulkConnection.Own, Alone),
        ["insert 100, keys by trigger, not wanted"] = (Insert(100) with { KeysByTrigger = true }, BulkConnection.Context, Few),
        ["insert 100, engine without transactions"] = (Insert(100) with { KeysWanted = true, NothingTakenBack = true }, BulkConnection.Own, Alone),
        ["insert 100, keys by trigger, row by row asked for"]
            = (Insert(100) with { KeysWanted = true, KeysByTrigger = true, Forced = BulkStrategy.RowByRow }, BulkConnection.Context, OfTheContext),
        ["update 100, no joins"] = (Update(100) with { RefusesJoins = true }, BulkConnection.Own, Alone),
        ["delete 100, no joins"] = (Delete(100) with { RefusesJoins = true }, BulkConnection.Context, Few),
        ["delete 100, no joins, tokens"] = (Delete(100) with { RefusesJoins = true, ConcurrencyTokens = true }, BulkConnection.Own, Alone),
        ["insert 1,999"] = (Insert(1_999), BulkConnection.Context, Few),
        ["insert 2,000"] = (Insert(2_000), BulkConnection.Own, Many),
        ["update a stream"] = (Update(null), BulkConnection.Own, Many),
        ["insert 2,000, literals asked for"] = (Insert(2_000) with { Forced = BulkStrategy.MultiRowValues }, BulkConnection.Own, Many),
        ["insert 2,000, several statements asked for"] = (Insert(2_000) with { Forced = BulkStrategy.MultiStatement }, BulkConnection.Context, OfTheContext),
        ["insert 2,000, other driver"] = (Insert(2_000) with { Connection = Free with { ArrayBatchesOnly = true } }, BulkConnection.Context, OtherDriver),
        ["execute 2,000, other driver"] = (Execute(2_000) with { Connection = Free with { ArrayBatchesOnly = true } }, BulkConnection.Own, Alone),
        ["insert 1, asked for"] = (Insert(1) with { ForcedConnection = BulkConnection.Own }, BulkConnection.Own, Asked),
        ["insert 1, a strategy asked for that needs it"] = (Insert(1) with { Forced = BulkStrategy.PipelinedArrayBatch }, BulkConnection.Own, Alone),
    };

    public static TheoryData<string> CaseNames => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void The_first_rule_that_applies_decides(string name)
    {
        (SelectionFacts facts, BulkConnection connection, string rule) = Cases[name];
        ConnectionRule decides = ConnectionSelector.Rules.First(each => each.Applies(facts));
        ConnectionChoice choice = ConnectionSelector.Select(facts);
        Assert.Equal((connection, rule), (decides.Connection, decides.Reason));
        Assert.Equal((connection == BulkConnection.Own, rule == Obstacle ? "a transaction is open" : rule), (choice.IsOwn, choice.Reason));
    }

    [Fact]
    public void Every_rule_has_a_case_that_it_decides()
        => Assert.Equal(ConnectionSelector.Rules.Select(rule => rule.Reason).Order(), Cases.Values.Select(each => each.Rule).Distinct().Order());

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void A_strategy_is_chosen_that_works_on_the_connection(string name)
    {
        (SelectionFacts facts, BulkConnection connection, string _) = Cases[name];
        if (facts is { Forced: BulkStrategy.PipelinedArrayBatch, ForcedConnection: BulkConnection.Context })
            return;
        ConnectionChoice chosen = ConnectionSelector.Select(facts);
        StrategyChoice choice = StrategySelector.Select(facts with { Chosen = chosen });
        Assert.True(choice.Strategy.WorksOn(chosen), $"{choice.Strategy} on {connection}");
        Assert.Equal(chosen.IsOwn, choice.OwnConnection);
    }

    [Fact]
    public void A_call_that_insists_on_its_own_connection_gets_it_or_the_reason()
    {
        foreach (BulkOperation operation in StrategySelector.Rules.Select(rule => rule.Operation).Distinct())
        {
            SelectionFacts asked = Facts(operation, 2) with { ForcedConnection = BulkConnection.Own };
            Assert.True(ConnectionSelector.Select(asked).IsOwn);
            Assert.Equal(
                "BulkOptions.Connection = Own is not possible: a transaction is open.",
                Assert.Throws<NotSupportedException>(() => ConnectionSelector.Select(asked with { Connection = Busy })).Message);
            Assert.Equal(
                "BulkOptions.Connection = Own is not possible: the requested strategy works on the context's connection.",
                Assert.Throws<NotSupportedException>(() => ConnectionSelector.Select(asked with { Forced = BulkStrategy.RowByRow })).Message);
        }
    }

    [Fact]
    public void What_the_facts_leave_open_is_looked_at_before_they_are_there()
    {
        ResolvedOptions plain = new();
        Assert.False(ConnectionSelector.IsOpen(plain, 99));
        Assert.True(ConnectionSelector.IsOpen(plain, 100));
        Assert.True(ConnectionSelector.IsOpen(plain, null));
        Assert.True(ConnectionSelector.IsOpen(new() { Strategy = BulkStrategy.PipelinedArrayBatch }, 1));
        Assert.False(ConnectionSelector.IsOpen(new() { Connection = BulkConnection.Context }, null));
        Assert.True(ConnectionSelector.IsLikelyOwn(plain, 100, runsRowByRow: true));
        Assert.False(ConnectionSelector.IsLikelyOwn(plain, 1_999, runsRowByRow: false));
        Assert.True(ConnectionSelector.IsLikelyOwn(plain, 2_000, runsRowByRow: false));
        Assert.True(ConnectionSelector.IsLikelyOwn(new() { Connection = BulkConnection.Own }, 1, runsRowByRow: false));
    }

    private static SelectionFacts Insert(long? rows) => Facts(BulkOperation.Insert, rows);

    private static SelectionFacts Update(long? rows) => Facts(BulkOperation.Update, rows);

    private static SelectionFacts Delete(long? rows) => Facts(BulkOperation.Delete, rows);

    private static SelectionFacts Execute(long? rows) => Facts(BulkOperation.Execute, rows);

    private static SelectionFacts Facts(BulkOperation operation, long? rows)
        => new() { Operation = operation, Server = KnownServers.MySql97, RowCount = rows, Columns = 5, Connection = Free };
}
