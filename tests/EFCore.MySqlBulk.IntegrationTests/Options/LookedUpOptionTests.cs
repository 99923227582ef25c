using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Each option of the calls that look their rows up does what it says, pipelined or not, by the primary key and by another one, whatever the number of rows.</summary>
[BothServers]
public abstract class LookedUpOptionTests(Servers servers, ServerKind kind)
{
    private const int Batch = 3;
    private static readonly int[] Counts = [2, 10, 300];

    private static readonly (int, int, int?) AsGiven = (-1, -1, -1);
    private static readonly (int, int, int?) AsBefore = (1, 1, 1);

    private static readonly Dictionary<string, Func<LookedUpCall, Task>> OfEach = new(StringComparer.Ordinal)
    {
        [nameof(BulkOptions.Pipelining)] = async call => await call.RunAsync(call.Plain),
        [nameof(BulkOptions.BatchRows)] = async call =>
        {
            int few = (await call.RunAsync(call.Plain)).Statements;
            await call.ResetAsync();
            Assert.True((await call.RunAsync(call.Plain with { BatchRows = Batch })).Statements > few || call.New <= Batch, $"not more than {few} statements");
        },
        [nameof(BulkOptions.Progress)] = async call =>
        {
            List<long> reports = [];
            await call.RunAsync(call.Plain with { Progress = new Reports(reports), BatchRows = Batch });
            Assert.Equal(call.Rows, reports[^1]);
            // A look-up is a statement too.
            Assert.Equal(reports.Order(), reports);
        },
        [nameof(BulkOptions.FindFailingRow)] = async call =>
        {
            call.Items[^1].Other = 1_000;
            Assert.Equal(call.Rows - 1, (await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(call.Plain))).RowIndex);
            int? found = (await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(call.Plain with { FindFailingRow = false }))).RowIndex is { } row ? (int)row : null;
            // A statement of one row needs no search.
            Assert.True(found is null || (found == call.Rows - 1 && call.New == 1), $"{found}");
        },
    };

    private static readonly Dictionary<string, Func<LookedUpCall, Task>> OfInsertOrUpdate = new(StringComparer.Ordinal)
    {
        [nameof(BulkInsertOrUpdateOptions<>.Match)] = call => call.StoresAsync(call.Plain, AsGiven, AsGiven),
        [nameof(BulkInsertOrUpdateOptions<>.Update)] = call => call.StoresAsync(new BulkInsertOrUpdateOptions<Item> { Update = i => i.Value }, (-1, 1, 1), AsGiven),
        [nameof(BulkInsertOrUpdateOptions<>.InsertOnly)] = call => call.StoresAsync(new BulkInsertOrUpdateOptions<Item> { InsertOnly = i => i.Value }, (1, -1, -1), AsGiven),
        [nameof(BulkInsertOrUpdateOptions<>.Except)] = call => call.StoresAsync(new BulkInsertOrUpdateOptions<Item> { Except = i => i.Extra }, (-1, -1, 1), (-1, -1, null)),
        [nameof(BulkInsertOrUpdateOptions<>.UpdateWhen)] = async call =>
        {
            BulkResult done = await call.RunAsync(new BulkInsertOrUpdateOptions<Item> { UpdateWhen = (stored, given) => stored.Code % 2 == 0 && given.Value < stored.Value });
            Assert.Equal((call.Stored / 2, call.Stored - (call.Stored / 2), call.New), (done.RowsUpdated, done.RowsUnchanged, done.RowsInserted));
            Assert.Equal(call.Items.Select((item, i) => i < call.Stored && item.Code % 2 != 0 ? 1 : -1), (await call.StoredAsync()).Select(item => item.Value));
        },
        [nameof(BulkInsertOrUpdateOptions<>.Set)] = async call =>
        {
            await call.StoresAsync(new BulkInsertOrUpdateOptions<Item> { Set = (stored, given) => new Item { Value = stored.Value + (10 * given.Other) } }, (-9, 1, 1), AsGiven);
            Assert.All(call.Items.Take(call.Stored), item => Assert.Equal((-9, -18), (item.Value, item.Doubled)));
        },
        [nameof(BulkInsertOrUpdateOptions<>.Setters)] = call
            => call.StoresAsync(new BulkInsertOrUpdateOptions<Item> { Setters = s => s.SetProperty(item => item.Value, (stored, given) => stored.Value + (10 * given.Other)) }, (-9, 1, 1), AsGiven),
        [nameof(BulkInsertOrUpdateOptions<>.NotCompared)] = call => NotComparedAsync(call, new BulkInsertOrUpdateOptions<Item> { NotCompared = i => i.Other }),
        [nameof(BulkInsertOrUpdateOptions<>.Duplicates)] = async call =>
        {
            call.Items.Add(new() { Id = call.Items[0].Id, Code = call.Items[0].Code, Value = 77, Other = -1, Extra = -1 });
            Assert.Contains("Duplicates", (await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(call.Plain))).Message, StringComparison.Ordinal);
            await call.RunAsync(new BulkInsertOrUpdateOptions<Item> { Duplicates = DuplicateRows.LastWins });
            Assert.Equal((call.Rows, 77), ((await call.StoredAsync()).Count, (await call.StoredAsync())[0].Value));
        },
        [nameof(BulkInsertOrUpdateOptions<>.Table)] = call => InAnotherTableAsync(call, table => new BulkInsertOrUpdateOptions<Item> { Table = table }),
        [nameof(BulkInsertOrUpdateOptions<>.ReadGenerated)] = call => ReadsAsync(call, read => new BulkInsertOrUpdateOptions<Item> { ReadGenerated = read }, of: 0),
    };

    private static readonly Dictionary<string, Func<LookedUpCall, Task>> OfInsertIfAbsent = new(StringComparer.Ordinal)
    {
        [nameof(BulkInsertIfAbsentOptions<>.Match)] = call => call.StoresAsync(call.Plain, AsBefore, AsGiven),
        [nameof(BulkInsertIfAbsentOptions<>.Duplicates)] = async call =>
        {
            call.Items.Add(new() { Id = call.Items[0].Id, Code = call.Items[0].Code, Value = 77, Other = -1, Extra = -1 });
            Assert.Contains("Duplicates", (await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(call.Plain))).Message, StringComparison.Ordinal);
            await call.StoresAsync(new BulkInsertIfAbsentOptions<Item> { Duplicates = DuplicateRows.LastWins }, AsBefore, AsGiven);
        },
        [nameof(BulkInsertIfAbsentOptions<>.Table)] = call => InAnotherTableAsync(call, table => new BulkInsertIfAbsentOptions<Item> { Table = table }),
        [nameof(BulkInsertIfAbsentOptions<>.ReadGenerated)] = call => ReadsAsync(call, read => new BulkInsertIfAbsentOptions<Item> { ReadGenerated = read }, of: call.Stored),
    };

    private static readonly Dictionary<string, Func<LookedUpCall, Task>> OfSynchronize = new(StringComparer.Ordinal)
    {
        [nameof(BulkSynchronizeOptions<>.Match)] = call => call.StoresAsync(call.Plain, AsGiven, AsGiven),
        [nameof(BulkSynchronizeOptions<>.WholeTable)] = async call =>
        {
            Assert.Equal(1, (await call.RunAsync(Whole)).RowsDeleted);
            Assert.Null(await call.NotGivenAsync());
        },
        [nameof(BulkSynchronizeOptions<>.Scope)] = async call =>
        {
            Assert.Equal(0, (await call.RunAsync(new BulkSynchronizeOptions<Item> { Scope = items => items.Where(i => i.Code <= 1_000) })).RowsDeleted);
            Assert.NotNull(await call.NotGivenAsync());
        },
        [nameof(BulkSynchronizeOptions<>.AllowEmpty)] = async call =>
        {
            call.Items.Clear();
            Assert.Contains("AllowEmpty", (await Assert.ThrowsAsync<ArgumentException>(() => call.RunAsync(Whole))).Message, StringComparison.Ordinal);
            Assert.Equal(call.Stored + 1, (await call.RunAsync(Whole with { AllowEmpty = true })).RowsDeleted);
        },
        [nameof(BulkSynchronizeOptions<>.Orphans)] = async call =>
        {
            await call.RunAsync(Whole with { Orphans = Orphans<Item>.Keep });
            Assert.Equal(1, (await call.NotGivenAsync())?.Value);
            await call.ResetAsync();
            BulkResult done = await call.RunAsync(Whole with { Orphans = Orphans<Item>.Update(item => new() { Value = 5 }) });
            Assert.Equal((0, call.Stored, 1), (done.RowsDeleted, done.RowsUpdated, done.RowsMarked));
            Assert.Equal(5, (await call.NotGivenAsync())?.Value);
        },
        [nameof(BulkSynchronizeOptions<>.Changes)] = async call =>
        {
            BulkChanges<Item>? changes = null;
            await call.RunAsync(Whole with { Changes = told => changes = told });
            Assert.Equal((call.New, call.Stored, 1), (changes!.Inserted.Count, changes.Updated.Count, changes.Orphans.Count));
        },
        [nameof(BulkSynchronizeOptions<>.Update)] = call => call.StoresAsync(Whole with { Update = i => i.Value }, (-1, 1, 1), AsGiven),
        [nameof(BulkSynchronizeOptions<>.InsertOnly)] = call => call.StoresAsync(Whole with { InsertOnly = i => i.Value }, (1, -1, -1), AsGiven),
        [nameof(BulkSynchronizeOptions<>.Except)] = call => call.StoresAsync(Whole with { Except = i => i.Extra }, (-1, -1, 1), (-1, -1, null)),
        [nameof(BulkSynchronizeOptions<>.NotCompared)] = call => NotComparedAsync(call, Whole with { NotCompared = i => i.Other }),
        [nameof(BulkSynchronizeOptions<>.ReadGenerated)] = call => ReadsAsync(call, read => Whole with { ReadGenerated = read }, of: 0),
    };

    private static readonly (string Operation, BulkOptions Plain, Dictionary<string, Func<LookedUpCall, Task>> Effects)[] Operations =
    [
        ("BulkInsertOrUpdate", new BulkInsertOrUpdateOptions<Item>(), OfInsertOrUpdate),
        ("BulkInsertIfAbsent", new BulkInsertIfAbsentOptions<Item>(), OfInsertIfAbsent),
        ("BulkSynchronize", Whole, OfSynchronize),
    ];

    public static TheoryData<string, string> Options
    {
        get
        {
            TheoryData<string, string> options = [];
            foreach ((string operation, _, Dictionary<string, Func<LookedUpCall, Task>> effects) in Operations)
            {
                foreach (string option in OfEach.Keys.Concat(effects.Keys))
                    options.Add(operation, option);
            }

            return options;
        }
    }

    private static BulkSynchronizeOptions<Item> Whole => new() { WholeTable = true };

    [Fact]
    public void Every_option_has_a_case()
    {
        // A statement that waits, a stream that is sent again and rows that are committed in portions are cases of their own for every operation, and graphs and rejected rows have tests of their own.
        string[] elsewhere = [nameof(BulkOptions.Timeout), nameof(BulkOptions.BufferForRetry), nameof(BulkInsertOrUpdateOptions<>.CommitRows), nameof(BulkInsertOrUpdateOptions<>.IncludeGraph), nameof(BulkInsertOrUpdateOptions<>.Rejected)];
        Assert.All(Operations, operation => Assert.Equal(
            operation.Plain.GetType().GetProperties().Select(property => property.Name).Order(),
            OfEach.Keys.Concat(operation.Effects.Keys).Concat(elsewhere.Where(name => operation.Plain.GetType().GetProperty(name) is not null)).Order()));
    }

    [Theory]
    [MemberData(nameof(Options))]
    public async Task An_option_does_what_it_says(string operation, string option)
    {
        (_, BulkOptions plain, Dictionary<string, Func<LookedUpCall, Task>> effects) = Operations.Single(of => of.Operation == operation);
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Item.Model);
        List<string> failures = [];
        foreach (BulkPipelining pipelining in (BulkPipelining[])[BulkPipelining.Never, BulkPipelining.Always])
        {
            foreach (bool byCode in new[] { false, true })
            {
                foreach (int rows in FullRun.IsAsked ? Counts : [Counts[((int)pipelining + (byCode ? 1 : 0) + option.Length) % Counts.Length]])
                {
                    LookedUpCall call = new(database, plain, pipelining, byCode, rows);
                    await call.ResetAsync();
                    if (await Record.ExceptionAsync(() => (OfEach.GetValueOrDefault(option) ?? effects[option])(call)) is { } exception)
                        failures.Add($"{pipelining}, {(byCode ? "by code" : "by key")}, {rows} rows: {exception.GetType().Name} {exception.Message}");
                }
            }
        }

        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    // Rows that differ in nothing else stay as they are; one that does is written with it.
    private static async Task InAnotherTableAsync(LookedUpCall call, Func<string, BulkOptions> options)
    {
        const string other = "items_2025";
        await call.EmptyAsync(other);
        long before = await call.CountAsync("items");
        Assert.Equal(call.Rows, (await call.RunAsync(options(other))).RowsInserted);
        Assert.Equal((call.Rows, before), (await call.CountAsync(other), await call.CountAsync("items")));
    }

    private static async Task NotComparedAsync(LookedUpCall call, BulkOptions options)
    {
        foreach (Item item in call.Items)
            (item.Value, item.Extra) = (1, 1);
        call.Items[0].Value = 9;
        BulkResult done = await call.RunAsync(options);
        Assert.Equal((1, call.Stored - 1), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(call.Items.Select((_, i) => i > 0 && i < call.Stored ? 1 : -1), (await call.StoredAsync()).Select(item => item.Other));
    }

    private static async Task ReadsAsync(LookedUpCall call, Func<bool, BulkOptions> options, int of)
    {
        foreach (bool read in new[] { true, false })
        {
            await call.ResetAsync();
            await call.RunAsync(options(read));
            Assert.All(call.Items.Skip(of), item => Assert.Equal(read ? -2 : 0, item.Doubled));
        }
    }
}
