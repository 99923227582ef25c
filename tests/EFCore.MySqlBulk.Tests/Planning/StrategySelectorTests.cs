using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class StrategySelectorTests
{
    private const string OneRow = "one row";
    private const string Few = "fewer than 2,000 rows, or 1,000 in flight: literals need no prepared statement";
    private const string Many = "2,000 rows or more, or 1,000 in flight: preparing pays off";
    private const string Awaited = "each statement is answered before the next: few long ones of literals cost fewer round trips";
    private const string OwnValues = "each row has its own values, which are best sent as a list of literals";
    private const string DefaultCells = "some values may be the column's default, which a parameter cannot express";
    private const string UnpreparedValues = "only the driver knows how to send some of the values, and a prepared statement may not carry them";
    private const string ByTrigger = "a trigger sets the keys, so each row is inserted on its own to learn its key";
    private const string UnknownServer = "this server's generated keys cannot be computed, so each row is inserted on its own to learn its key";
    private const string ByKeys = "several rows are deleted by their keys";
    private const string WholeTable = "MariaDB may scan and lock the whole table for a list of keys";
    private const string ByTokens = "rows are matched by concurrency tokens too, which a list of keys cannot express";

    private const string ByTriggerInFlight = "a trigger sets the keys, and the answer to each row's statement reports its key";
    private const string ByEngine = "the storage engine cannot roll back, so each row is inserted on its own to learn its key";
    private const string ByEngineInFlight = "the storage engine cannot roll back, and the answer to each row's statement reports its key";
    private const string ManyExecutions = "100 rows or more: many executions in flight";
    private const string FewExecutions = "fewer than 100 rows: too few for a prepared statement";
    private const string OneStatement = "the connection accepts only one statement per command";
    private const string OtherDriver = "the other driver sends array batches only, and other rows of the call need its connection";
    private const string LoadData = "UseMySqlBulk allows LOAD DATA, which is the fastest way into MySQL";
    private const string InFlight = "; many statements in flight";
    private static readonly PipeliningFacts Free = new(SeveralStatements: true, CanPipeline: true);
    private static readonly PipeliningFacts Refused = new(SeveralStatements: true, CanPipeline: false, "the connection is compressed");

    private static readonly Dictionary<string, (SelectionFacts Facts, BulkStrategy Strategy, string Reason)> Cases = new()
    {
        ["insert 1"] = (Insert(1), BulkStrategy.RowByRow, OneRow),
        ["insert 1, keys wanted"] = (Insert(1) with { KeysWanted = true }, BulkStrategy.RowByRow, OneRow),
        ["insert 1, default cells"] = (Insert(1) with { DefaultCells = true }, BulkStrategy.RowByRow, OneRow),
        ["insert 2"] = (Insert(2), BulkStrategy.MultiRowValues, Few),
        ["insert 1,999"] = (Insert(1_999), BulkStrategy.MultiRowValues, Few),
        ["insert 1,999, keys wanted"] = (Insert(1_999) with { KeysWanted = true }, BulkStrategy.MultiRowValues, Few),
        ["insert 2,000"] = (Insert(2_000), BulkStrategy.PreparedMultiRow, Many),
        ["insert 2,000 on MariaDB"] = (Insert(2_000) with { Server = KnownServers.MariaDb1011 }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 2,000, long statements"] = (Insert(2_000) with { Pipelining = Refused with { LongStatements = true } }, BulkStrategy.MultiRowValues, Awaited),
        ["insert a stream, long statements"] = (Insert(null) with { Pipelining = Refused with { LongStatements = true } }, BulkStrategy.MultiRowValues, Awaited),
        ["insert 1,999, long statements"] = (Insert(1_999) with { Pipelining = Refused with { LongStatements = true } }, BulkStrategy.MultiRowValues, Few),
        ["insert a stream, long statements, pipelined"] = (Insert(null) with { Pipelining = Free with { LongStatements = true } }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 1,000, pipelined"] = (Insert(1_000) with { Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 1,000, not pipelined"] = (Insert(1_000) with { Pipelining = Refused }, BulkStrategy.MultiRowValues, Few),
        ["insert a stream"] = (Insert(null), BulkStrategy.PreparedMultiRow, Many),
        ["insert a stream, keys wanted"] = (Insert(null) with { KeysWanted = true }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 2, default cells"] = (Insert(2) with { DefaultCells = true }, BulkStrategy.MultiRowValues, DefaultCells),
        ["insert 2,000, default cells"] = (Insert(2_000) with { DefaultCells = true }, BulkStrategy.MultiRowValues, DefaultCells),
        ["insert 2,000, values of the driver's own"] = (Insert(2_000) with { UnpreparedValues = true }, BulkStrategy.MultiRowValues, UnpreparedValues),
        ["update a stream, values of the driver's own"] = (Update(null) with { UnpreparedValues = true }, BulkStrategy.ValuesJoin, OwnValues),
        ["delete 2,000, tokens of the driver's own"] = (Delete(2_000) with { ConcurrencyTokens = true, UnpreparedValues = true }, BulkStrategy.ValuesJoin, ByTokens),
        ["delete 2,000, keys of the driver's own"] = (Delete(2_000) with { UnpreparedValues = true }, BulkStrategy.KeyList, ByKeys),
        ["insert 2,000, keys by trigger"] = (Insert(2_000) with { KeysWanted = true, KeysByTrigger = true }, BulkStrategy.RowByRow, ByTrigger),
        ["insert 2,000, engine without transactions"] = (Insert(2_000) with { KeysWanted = true, NothingRolledBack = true }, BulkStrategy.RowByRow, ByEngine),
        ["insert 3,000, engine without transactions, pipelined"]
            = (Insert(3_000) with { KeysWanted = true, NothingRolledBack = true, Pipelining = Free }, BulkStrategy.PipelinedArrayBatch, ByEngineInFlight),
        ["insert 2,000, engine without transactions, keys not wanted"] = (Insert(2_000) with { NothingRolledBack = true }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 2,000, keys by trigger, not wanted"] = (Insert(2_000) with { KeysByTrigger = true }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 3,000, LOAD DATA allowed"] = (Insert(3_000) with { AllowsLoadData = true, Pipelining = Free }, BulkStrategy.LoadData, LoadData),
        ["insert a stream, LOAD DATA allowed"] = (Insert(null) with { AllowsLoadData = true, Pipelining = Free }, BulkStrategy.LoadData, LoadData),
        ["insert 3,000 on MariaDB, LOAD DATA allowed"] = (Insert(3_000) with { AllowsLoadData = true, Server = KnownServers.MariaDb1011, Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 2,000, LOAD DATA allowed, nothing pipelined"] = (Insert(2_000) with { AllowsLoadData = true }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 3,000, LOAD DATA allowed, keys wanted"] = (Insert(3_000) with { AllowsLoadData = true, KeysWanted = true, Pipelining = Free }, BulkStrategy.LoadData, LoadData),
        ["insert 1,999, LOAD DATA allowed, stalling"] = (Insert(1_999) with { AllowsLoadData = true, Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 2,000, LOAD DATA allowed, stalling"] = (Insert(2_000) with { AllowsLoadData = true, Pipelining = Free }, BulkStrategy.LoadData, LoadData),
        ["insert 2,999, LOAD DATA allowed"] = (Insert(2_999) with { AllowsLoadData = true, Pipelining = Free with { LongStatements = true } }, BulkStrategy.MultiRowValues, Awaited),
        ["insert 3,000, LOAD DATA allowed, several connections"] = (Insert(3_000) with { AllowsLoadData = true, IsParallel = true, Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 3,000, LOAD DATA allowed, not on this connection"]
            = (Insert(3_000) with { AllowsLoadData = true, Pipelining = Free with { LoadRefusal = "the server's local_infile is off" } }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 2, unknown server, keys wanted"]
            = (Insert(2) with { KeysWanted = true, Server = KnownServers.Imitator }, BulkStrategy.RowByRow, UnknownServer),
        ["insert a stream, unknown server, keys wanted"]
            = (Insert(null) with { KeysWanted = true, DefaultCells = true, Server = KnownServers.Imitator }, BulkStrategy.RowByRow, UnknownServer),
        ["insert 2, unknown server"] = (Insert(2) with { Server = KnownServers.Imitator }, BulkStrategy.MultiRowValues, Few),
        ["update 1"] = (Update(1), BulkStrategy.RowByRow, OneRow),
        ["update 2"] = (Update(2), BulkStrategy.ValuesJoin, OwnValues),
        ["update 1,999"] = (Update(1_999), BulkStrategy.ValuesJoin, OwnValues),
        ["update 2,000"] = (Update(2_000), BulkStrategy.ValuesJoin, OwnValues),
        ["update a stream"] = (Update(null), BulkStrategy.ValuesJoin, OwnValues),
        ["update 2,000, tokens"] = (Update(2_000) with { ConcurrencyTokens = true }, BulkStrategy.ValuesJoin, OwnValues),
        ["update 2,000 on MySQL 8"] = (Update(2_000) with { Server = KnownServers.MySql8019 }, BulkStrategy.ValuesJoin, OwnValues),
        ["update a stream on MariaDB"] = (Update(null) with { Server = KnownServers.MariaDb1011 }, BulkStrategy.ValuesJoin, OwnValues),
        ["update a stream, unknown server"] = (Update(null) with { Server = KnownServers.Imitator }, BulkStrategy.ValuesJoin, OwnValues),
        ["update 99, no joins"] = (Safe(Update(99)), BulkStrategy.MultiStatement, "sql_safe_updates is on: MariaDB refuses joins, so each row is updated by its key"),
        ["update 100, no joins"]
            = (Safe(Update(100)) with { Pipelining = Free }, BulkStrategy.PipelinedArrayBatch, "sql_safe_updates is on: MariaDB refuses joins, so each row is updated by its key, with many statements in flight"),
        ["update 99, no joins, one a command"]
            = (Safe(Update(99)) with { Pipelining = default }, BulkStrategy.RowByRow, "sql_safe_updates is on: MariaDB refuses joins, and the connection accepts only one statement per command"),
        ["delete 99, no joins"] = (Safe(Delete(99)), BulkStrategy.KeyList, "sql_safe_updates is on: MariaDB refuses joins, but looks a list of keys up by its index"),
        ["delete 99, no joins, tokens"]
            = (Safe(Delete(99)) with { ConcurrencyTokens = true }, BulkStrategy.MultiStatement, "sql_safe_updates is on: MariaDB refuses joins, so each row is deleted by its key and concurrency tokens"),
        ["delete 100, no joins, tokens"]
            = (Safe(Delete(100)) with { ConcurrencyTokens = true, Pipelining = Free }, BulkStrategy.PipelinedArrayBatch,
                "sql_safe_updates is on: MariaDB refuses joins, so each row is deleted by its key and concurrency tokens, with many statements in flight"),
        ["delete 99, no joins, tokens, one a command"]
            = (Safe(Delete(99)) with { ConcurrencyTokens = true, Pipelining = default }, BulkStrategy.RowByRow,
                "sql_safe_updates is on: MariaDB refuses joins, and the connection accepts only one statement per command"),
        ["delete 1"] = (Delete(1), BulkStrategy.RowByRow, OneRow),
        ["delete 2"] = (Delete(2), BulkStrategy.KeyList, ByKeys),
        ["delete 2,000"] = (Delete(2_000), BulkStrategy.KeyList, ByKeys),
        ["delete a stream"] = (Delete(null), BulkStrategy.KeyList, ByKeys),
        ["delete 2 on MariaDB"] = (Delete(2) with { Server = KnownServers.MariaDb1011 }, BulkStrategy.ValuesJoin, WholeTable),
        ["delete a stream on MariaDB"] = (Delete(null) with { Server = KnownServers.MariaDb1011 }, BulkStrategy.ValuesJoin, WholeTable),
        ["delete 2, tokens"] = (Delete(2) with { ConcurrencyTokens = true }, BulkStrategy.ValuesJoin, ByTokens),
        ["delete 1,999, tokens"] = (Delete(1_999) with { ConcurrencyTokens = true }, BulkStrategy.ValuesJoin, ByTokens),
        ["delete 2,000, tokens"] = (Delete(2_000) with { ConcurrencyTokens = true }, BulkStrategy.ValuesJoin, ByTokens),
        ["delete a stream, tokens"] = (Delete(null) with { ConcurrencyTokens = true }, BulkStrategy.ValuesJoin, ByTokens),
        ["delete a stream, tokens, MariaDB"]
            = (Delete(null) with { ConcurrencyTokens = true, Server = KnownServers.MariaDb1011 }, BulkStrategy.ValuesJoin, ByTokens),
        ["insert 3,000, keys by trigger, pipelined"]
            = (Insert(3_000) with { KeysWanted = true, KeysByTrigger = true, Pipelining = Free }, BulkStrategy.PipelinedArrayBatch, ByTriggerInFlight),
        ["insert 99, keys by trigger, pipelined"]
            = (Insert(99) with { KeysWanted = true, KeysByTrigger = true, Pipelining = Free }, BulkStrategy.RowByRow, ByTrigger),
        ["insert 999, pipelined"] = (Insert(999) with { Pipelining = Free, ForcedPipelining = BulkPipelining.Always }, BulkStrategy.MultiRowValues, Few + InFlight),
        ["insert 3,000, pipelined"] = (Insert(3_000) with { Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 3,000 on MariaDB, pipelined"]
            = (Insert(3_000) with { Server = KnownServers.MariaDb1011, Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert a stream on MariaDB, pipelined"]
            = (Insert(null) with { Server = KnownServers.MariaDb1011, Pipelining = Free }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 999 on MariaDB, pipelined"]
            = (Insert(999) with { Server = KnownServers.MariaDb1011, Pipelining = Free, ForcedPipelining = BulkPipelining.Always }, BulkStrategy.MultiRowValues, Few + InFlight),
        ["insert 3,000 on MariaDB, pipelined, keys wanted"]
            = (Insert(3_000) with { Server = KnownServers.MariaDb1011, Pipelining = Free, KeysWanted = true }, BulkStrategy.PreparedMultiRow, Many + InFlight),
        ["insert 3,000 on MariaDB, other driver"]
            = (Insert(3_000) with { Server = KnownServers.MariaDb1011, Pipelining = Free with { ArrayBatchesOnly = true } }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 500, other driver, for its connection"] = (OnOtherDriver(Insert(500)), BulkStrategy.PipelinedArrayBatch, OtherDriver),
        ["update 500, other driver, for its connection"] = (OnOtherDriver(Update(500)), BulkStrategy.PipelinedArrayBatch, OtherDriver),
        ["delete 500, other driver, for its connection"] = (OnOtherDriver(Delete(500)), BulkStrategy.PipelinedArrayBatch, OtherDriver),
        ["insert 2,000, refused"] = (Insert(2_000) with { Pipelining = Refused }, BulkStrategy.PreparedMultiRow, Many),
        ["insert 2, pipelining asked for"]
            = (Insert(2) with { Pipelining = Free, ForcedPipelining = BulkPipelining.Always }, BulkStrategy.MultiRowValues, Few + InFlight),
        ["update a stream, pipelined"] = (Update(null) with { Pipelining = Free }, BulkStrategy.ValuesJoin, OwnValues + InFlight),
        ["delete a stream, pipelined"] = (Delete(null) with { Pipelining = Free }, BulkStrategy.KeyList, ByKeys + InFlight),
        ["delete 2,000, several connections"] = (Delete(2_000) with { IsParallel = true }, BulkStrategy.ValuesJoin,
            "several connections: for a list of keys the server may scan a small table and lock the rows that the others delete"),
        ["execute 1"] = (Execute(1) with { Pipelining = Free }, BulkStrategy.RowByRow, OneRow),
        ["execute 99"] = (Execute(99) with { Pipelining = Free }, BulkStrategy.MultiStatement, FewExecutions),
        ["execute 100"] = (Execute(100) with { Pipelining = Free }, BulkStrategy.PipelinedArrayBatch, ManyExecutions),
        ["execute a stream"] = (Execute(null) with { Pipelining = Free }, BulkStrategy.PipelinedArrayBatch, ManyExecutions),
        ["execute 2, pipelining asked for"]
            = (Execute(2) with { Pipelining = Free, ForcedPipelining = BulkPipelining.Always }, BulkStrategy.PipelinedArrayBatch, ManyExecutions),
        ["execute 100, refused"] = (Execute(100) with { Pipelining = Refused }, BulkStrategy.MultiStatement, "many statements in one command of the driver: the connection is compressed"),
        ["execute 2, one statement a command"] = (Execute(2), BulkStrategy.RowByRow, OneStatement),
    };

    private static readonly Dictionary<string, (SelectionFacts Facts, BulkStrategy Forced, string Reason)> Refusals = new()
    {
        ["literals do not update"] = (Update(2), BulkStrategy.MultiRowValues, "it can only insert"),
        ["literals do not delete"] = (Delete(2), BulkStrategy.MultiRowValues, "it can only insert"),
        ["a prepared insert does not update"] = (Update(2), BulkStrategy.PreparedMultiRow, "it can only insert"),
        ["a prepared insert does not delete"] = (Delete(2), BulkStrategy.PreparedMultiRow, "it can only insert"),
        ["no parameter says DEFAULT"] = (Insert(2) with { DefaultCells = true }, BulkStrategy.PreparedMultiRow, DefaultCells),
        ["a prepared insert of values of the driver's own"] = (Insert(2) with { UnpreparedValues = true }, BulkStrategy.PreparedMultiRow, UnpreparedValues),
        ["a prepared join with values of the driver's own"] = (Update(2) with { UnpreparedValues = true }, BulkStrategy.PreparedValuesJoin, UnpreparedValues),
        ["literals, keys by trigger"] = (Insert(2) with { KeysWanted = true, KeysByTrigger = true }, BulkStrategy.MultiRowValues,
            "a trigger sets the keys, which only one statement per row can report"),
        ["prepared, keys by trigger"] = (Insert(2) with { KeysWanted = true, KeysByTrigger = true }, BulkStrategy.PreparedMultiRow,
            "a trigger sets the keys, which only one statement per row can report"),
        ["several statements, keys by trigger"] = (Insert(2) with { KeysWanted = true, KeysByTrigger = true, Pipelining = new(SeveralStatements: true, CanPipeline: false) }, BulkStrategy.MultiStatement,
            "a trigger sets the keys, and LAST_INSERT_ID() does not report them"),
        ["literals, engine without transactions"] = (Insert(2) with { KeysWanted = true, NothingRolledBack = true }, BulkStrategy.MultiRowValues,
            "the storage engine cannot roll back, so the keys need one statement per row"),
        ["literals, unknown server"] = (Insert(2) with { KeysWanted = true, Server = KnownServers.Imitator }, BulkStrategy.MultiRowValues,
            "this server's generated keys cannot be computed, so they need one statement per row"),
        ["prepared, unknown server"] = (Insert(2) with { KeysWanted = true, Server = KnownServers.Imitator }, BulkStrategy.PreparedMultiRow,
            "this server's generated keys cannot be computed, so they need one statement per row"),
        ["a join does not insert"] = (Insert(2), BulkStrategy.ValuesJoin, "it works on rows that exist"),
        ["a prepared join does not insert"] = (Insert(2), BulkStrategy.PreparedValuesJoin, "it works on rows that exist"),
        ["a key list does not insert"] = (Insert(2), BulkStrategy.KeyList, "it works on rows that exist"),
        ["no join under sql_safe_updates"] = (Safe(Update(2)), BulkStrategy.ValuesJoin, "sql_safe_updates is on, and MariaDB treats a join with a list as a change without a key"),
        ["a key list does not update"] = (Update(2), BulkStrategy.KeyList, "each row has its own values"),
        ["a key list compares no tokens"] = (Delete(2) with { ConcurrencyTokens = true }, BulkStrategy.KeyList, "rows are matched by concurrency tokens too"),
        ["a prepared join on MySQL 8"] = (Update(2) with { Server = KnownServers.MySql8019 }, BulkStrategy.PreparedValuesJoin,
            "it needs MySQL 9; elsewhere the list's column types come from its first row"),
        ["a prepared join on MariaDB"] = (Delete(2) with { Server = KnownServers.MariaDb1011 }, BulkStrategy.PreparedValuesJoin,
            "it needs MySQL 9; elsewhere the list's column types come from its first row"),
        ["in flight, refused"] = (Update(2) with { Pipelining = Refused }, BulkStrategy.PipelinedArrayBatch, "the connection is compressed"),
        ["in flight, default cells, refused"] = (Insert(2) with { DefaultCells = true, Pipelining = Refused }, BulkStrategy.PipelinedArrayBatch, "the connection is compressed"),
        ["several statements, one a command"] = (Update(2), BulkStrategy.MultiStatement, OneStatement),
        ["literals do not execute"] = (Execute(2) with { Pipelining = Free }, BulkStrategy.MultiRowValues, "it builds a statement of its own"),
        ["a join does not execute"] = (Execute(2) with { Pipelining = Free }, BulkStrategy.ValuesJoin, "it builds a statement of its own"),
        ["LOAD DATA does not update"] = (Update(2) with { Pipelining = Free }, BulkStrategy.LoadData, "it can only insert"),
        ["LOAD DATA, not pipelined"] = (Insert(2) with { Pipelining = Refused }, BulkStrategy.LoadData, "the connection is compressed"),
        ["LOAD DATA, keys by a trigger"] = (Insert(2) with { KeysWanted = true, KeysByTrigger = true, Pipelining = Free }, BulkStrategy.LoadData, "a trigger sets the keys, which only one statement per row can report"),
        ["LOAD DATA, nothing rolled back"] = (Insert(2) with { KeysWanted = true, NothingRolledBack = true, Pipelining = Free }, BulkStrategy.LoadData, "the storage engine cannot roll back, so the keys need one statement per row"),
        ["LOAD DATA, no columns"] = (Insert(2) with { Columns = 0, Pipelining = Free }, BulkStrategy.LoadData, "no column is written"),
        ["LOAD DATA, default cells"] = (Insert(2) with { DefaultCells = true, Pipelining = Free }, BulkStrategy.LoadData, "some values may be the column's default, which a file cannot express"),
        ["LOAD DATA, values of the driver's own"]
            = (Insert(2) with { UnpreparedValues = true, Pipelining = Free }, BulkStrategy.LoadData, "only the driver knows how to send some of the values, and a file may not carry them"),
        ["LOAD DATA, several connections"] = (Insert(2) with { IsParallel = true, Pipelining = Free }, BulkStrategy.LoadData, "rows over several connections cannot be taken back one statement at a time"),
        ["LOAD DATA, other driver"] = (OnOtherDriver(Insert(2)), BulkStrategy.LoadData, OtherDriver),
        ["LOAD DATA, not on this connection"] = (Insert(2) with { Pipelining = Free with { LoadRefusal = "the server's local_infile is off" } }, BulkStrategy.LoadData, "the server's local_infile is off"),
        ["none"] = (Insert(2), BulkStrategy.None, "it is not a strategy that can be requested"),
        ["a number that is no strategy"] = (Insert(2), (BulkStrategy)999, "it is not a strategy that can be requested"),
    };

    private static readonly Dictionary<string, (SelectionFacts Facts, BulkStrategy Forced)> Forces = new()
    {
        ["row by row for a large insert"] = (Insert(50_000) with { KeysWanted = true }, BulkStrategy.RowByRow),
        ["row by row for a large update"] = (Update(50_000), BulkStrategy.RowByRow),
        ["row by row for a large delete"] = (Delete(50_000) with { ConcurrencyTokens = true }, BulkStrategy.RowByRow),
        ["literals for a large insert"] = (Insert(50_000) with { KeysWanted = true }, BulkStrategy.MultiRowValues),
        ["literals for one row"] = (Insert(1), BulkStrategy.MultiRowValues),
        ["a prepared insert for two rows"] = (Insert(2) with { KeysWanted = true }, BulkStrategy.PreparedMultiRow),
        ["a multi-row insert by trigger, keys not wanted"] = (Insert(2) with { KeysByTrigger = true }, BulkStrategy.PreparedMultiRow),
        ["several statements for an insert with keys"] = (Insert(2) with { KeysWanted = true, Pipelining = Refused }, BulkStrategy.MultiStatement),
        ["several statements by trigger, keys not wanted"] = (Insert(2) with { KeysByTrigger = true, Pipelining = Refused }, BulkStrategy.MultiStatement),
        ["a join for a large update"] = (Update(50_000), BulkStrategy.ValuesJoin),
        ["a join for a delete"] = (Delete(2), BulkStrategy.ValuesJoin),
        ["a prepared join for two rows"] = (Update(2), BulkStrategy.PreparedValuesJoin),
        ["a prepared join for a delete"] = (Delete(2), BulkStrategy.PreparedValuesJoin),
        ["a key list for one key"] = (Delete(1), BulkStrategy.KeyList),
    };

    public static TheoryData<string> CaseNames => [.. Cases.Keys];

    public static TheoryData<string> RefusalNames => [.. Refusals.Keys];

    public static TheoryData<string> ForceNames => [.. Forces.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void The_first_rule_that_applies_decides(string name)
    {
        (SelectionFacts facts, BulkStrategy strategy, string reason) = Cases[name];
        StrategyChoice choice = Select(facts);
        Assert.Equal((strategy, reason), (choice.Strategy, choice.Reason));
        Assert.Equal(strategy is BulkStrategy.PipelinedArrayBatch or BulkStrategy.LoadData || reason.EndsWith(InFlight, StringComparison.Ordinal), choice.Pipelined);
    }

    [Fact]
    public void Every_rule_has_a_case_that_it_decides()
    {
        // Text after a rule's reason says how the statements travel.
        Assert.Empty(StrategySelector.Rules
            .Where(rule => !Cases.Values.Any(c => (c.Facts.Operation, c.Strategy) == (rule.Operation, rule.Strategy) && c.Reason.StartsWith(rule.Reason, StringComparison.Ordinal)))
            .Select(rule => rule.Reason));
    }

    [Fact]
    public void The_last_rule_of_an_operation_always_applies()
    {
        foreach (BulkOperation operation in StrategySelector.Rules.Select(rule => rule.Operation).Distinct())
            Assert.True(StrategySelector.Rules.Last(rule => rule.Operation == operation).Applies(default));
    }

    [Fact]
    public void A_rule_never_chooses_what_would_be_refused()
    {
        foreach ((SelectionFacts facts, BulkStrategy strategy, string _) in Cases.Values)
            Assert.Null(StrategySelector.Refusal(strategy, WithPipelining(facts)));
    }

    [Theory]
    [MemberData(nameof(ForceNames))]
    public void A_forced_strategy_that_can_do_the_job_is_taken(string name)
    {
        (SelectionFacts facts, BulkStrategy forced) = Forces[name];
        Assert.Equal(new StrategyChoice(forced, "forced by BulkStrategyOptions.Strategy"), Select(facts with { Forced = forced }));
    }

    [Theory]
    [MemberData(nameof(RefusalNames))]
    public void A_forced_strategy_that_cannot_do_the_job_is_refused_with_the_reason(string name)
    {
        (SelectionFacts facts, BulkStrategy forced, string reason) = Refusals[name];
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => Select(facts with { Forced = forced }));
        Assert.Equal($"BulkStrategyOptions.Strategy = {forced} is not possible for this {facts.Operation}: {reason}.", refused.Message);
    }

    [Fact]
    public void A_call_that_asks_for_pipelining_is_refused_if_it_is_not_possible()
    {
        Assert.Equal(
            "BulkOptions.Pipelining = Always is not possible: the connection is compressed.",
            Assert.Throws<InvalidOperationException>(() => Select(Update(2) with { Pipelining = Refused, ForcedPipelining = BulkPipelining.Always })).Message);
        Assert.Equal(
            "BulkStrategyOptions.Connections above 1 is not possible: the connection is compressed.",
            Assert.Throws<InvalidOperationException>(
                () => Select(Update(2) with { Pipelining = Refused, ForcedPipelining = BulkPipelining.Always, IsParallel = true })).Message);
    }

    [Fact]
    public void An_imitator_whose_keys_are_wanted_takes_the_safe_path()
    {
        (ServerFlavor flavor, Version version) = ServerFacts.ParseVersion("8.0.11-TiDB-v7.5", "TiDB Server (Apache License 2.0)");
        SelectionFacts facts = Insert(5_000) with { KeysWanted = true, Server = new(flavor, version, 64 << 20, "x") };
        Assert.Equal(BulkStrategy.RowByRow, Select(facts).Strategy);
    }

    private static StrategyChoice Select(SelectionFacts facts) => StrategySelector.Select(WithPipelining(facts));

    // Whether to pipeline is chosen first.
    private static SelectionFacts WithPipelining(SelectionFacts facts) => facts.Chosen.Reason is null ? facts with { Chosen = PipeliningSelector.Select(facts) } : facts;

    private static SelectionFacts OnOtherDriver(SelectionFacts facts)
        => facts with { Pipelining = Free with { ArrayBatchesOnly = true }, Chosen = new(true, "another row of the call needs it") };

    private static SelectionFacts Insert(long? rows) => Facts(BulkOperation.Insert, rows);

    private static SelectionFacts Safe(SelectionFacts facts) => facts with { RefusesJoins = true, Server = KnownServers.MariaDb1011, Pipelining = Refused };

    private static SelectionFacts Update(long? rows) => Facts(BulkOperation.Update, rows);

    private static SelectionFacts Delete(long? rows) => Facts(BulkOperation.Delete, rows);

    private static SelectionFacts Execute(long? rows) => Facts(BulkOperation.Execute, rows);

    private static SelectionFacts Facts(BulkOperation operation, long? rows)
        => new() { Operation = operation, Server = KnownServers.MySql97, RowCount = rows, Columns = 5 };
}
