using EFCore.MySqlBulk.IntegrationTests.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Graphs;
using EFCore.MySqlBulk.IntegrationTests.Insert.Keys;
using EFCore.MySqlBulk.IntegrationTests.Read;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Each option does what it says with each strategy, whatever the number of rows, or the call is refused and its message names the option.</summary>
[BothServers]
public abstract class OptionTests(Servers servers, ServerKind kind)
{
    private const int Batch = 3;
    private static readonly int[] Counts = [1, 10, 300];

    private static readonly Dictionary<string, Func<OptionCall, Task>> Effects = new(StringComparer.Ordinal)
    {
        [nameof(BulkStrategyOptions.Strategy)] = async call => Assert.Equal(call.Strategy, (await call.RunAsync(new())).Strategy),
        [nameof(BulkOptions.Pipelining)] = async call =>
        {
            foreach (BulkPipelining pipelining in (BulkPipelining[])[BulkPipelining.Never, BulkPipelining.Always])
            {
                await call.ResetAsync();
                await call.RefusedOrAsync(async () => Assert.Equal(pipelining == BulkPipelining.Always, (await call.RunAsync(new() { Pipelining = pipelining })).IsPipelined), nameof(BulkOptions.Pipelining), nameof(BulkStrategyOptions.Strategy));
            }
        },
        [nameof(BulkStrategyOptions.Connections)] = async call =>
        {
            // For a forced list of keys a server may scan a small table, so that each connection waits for the other: docs/limits.md says so.
            if (call.Strategy == BulkStrategy.KeyList)
                return;
            BulkResult done = await call.RunAsync(new() { Connections = 2, BatchRows = Batch });
            Assert.InRange(done.Connections, call.Rows > 2 * Batch ? 2 : 1, 2);
        },
        [nameof(BulkOptions.BatchRows)] = async call =>
        {
            int least = (call.Rows + Batch - 1) / Batch;
            Assert.InRange((await call.RunAsync(new() { BatchRows = Batch })).Statements, least, call.Rows);
        },
        [nameof(BulkOptions.Progress)] = async call =>
        {
            List<long> reports = [];
            await call.RunAsync(new() { Progress = new Reports(reports), BatchRows = Batch });
            Assert.Equal(call.Rows, reports[^1]);
            Assert.Equal(reports.Distinct().Order(), reports);
        },
        [nameof(BulkOptions.FindFailingRow)] = async call =>
        {
            foreach (bool find in new[] { true, false })
            {
                BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(new() { FindFailingRow = find, FailingRow = call.Rows / 2 }));
                Assert.True(failed.RowIndex == call.Rows / 2 || (!find && failed.RowIndex is null), failed.Message);
                // Where each row has its own answer, or the statement one row, nothing has to be searched.
                if (!find && call.Rows > 1 && call.Strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch))
                    Assert.Null(failed.RowIndex);
            }
        },
        [nameof(BulkInsertOptions.ReturnKeys)] = async call =>
        {
            await call.RunAsync(new() { ReturnKeys = true });
            Assert.All(call.Items, item => Assert.NotEqual(0, item.Id));
            await call.ResetAsync();
            await call.RunAsync(new() { ReturnKeys = false });
            Assert.All(call.Items, item => Assert.Equal(0, item.Id));
        },
        [nameof(BulkInsertOptions.HasTrigger)] = async call =>
        {
            await call.SetKeysByTriggerAsync();
            await call.RunAsync(new() { HasTrigger = true });
            Assert.All(call.Items, item => Assert.Equal(item.Code + 1_000, item.Id));
        },
        [nameof(BulkInsertOptions.ReadGenerated)] = async call =>
        {
            foreach (bool read in new[] { true, false })
            {
                call.Items.ForEach(item => item.Doubled = -1);
                await call.RunAsync(new() { ReadGenerated = read });
                Assert.All(call.Items, item => Assert.Equal(read ? 2 * item.Value : -1, item.Doubled));
                await call.ResetAsync();
            }
        },
        [nameof(BulkUpdateOptions<>.CheckDuplicates)] = async call =>
        {
            call.Items.Add(new() { Id = call.Items[0].Id, Code = call.Items[0].Code, Value = 77 });
            Assert.Contains("CheckDuplicates", (await Assert.ThrowsAsync<BulkOperationException>(() => call.RunAsync(new()))).Message, StringComparison.Ordinal);
            Assert.Equal(call.Rows, (await call.RunAsync(new() { CheckDuplicates = false })).RowsAffected);
        },
        [nameof(BulkUpdateOptions<>.NotFound)] = async call =>
        {
            call.Items.Add(new() { Id = 1_000_000, Code = 1_000_000 });
            Assert.Equal([call.Rows], (await Assert.ThrowsAsync<BulkConcurrencyException>(() => call.RunAsync(new()))).RowIndexes);
            BulkResult done = await call.RunAsync(new() { NotFound = NotFoundRows.Ignore });
            Assert.Equal(call.Rows, done.RowsAffected);
        },
        [nameof(BulkUpdateOptions<>.CheckConcurrency)] = async call =>
        {
            call.Items[^1].Stamp = 5;
            Assert.Equal([call.Rows - 1], (await Assert.ThrowsAsync<BulkConcurrencyException>(() => call.RunAsync(new()))).RowIndexes);
            Assert.Equal(call.Rows, (await call.RunAsync(new() { CheckConcurrency = false })).RowsAffected);
        },
        [nameof(BulkUpdateOptions<>.OnlyModified)] = async call =>
        {
            Assert.Equal(call.Rows - 1, (await call.RunAsync(new() { OnlyModified = true })).RowsUpdated);
            Assert.Equal(call.Items.Select((_, i) => (i == 0 ? 1 : -1, 1)), (await call.StoredAsync()).Select(item => (item.Value, item.Other)));
        },
        [nameof(BulkUpdateOptions<>.Match)] = async call =>
        {
            call.Items.ForEach(item => item.Id = 0);
            Assert.Equal(call.Rows, (await call.RunAsync(new() { MatchCode = true })).RowsAffected);
        },
        [nameof(BulkUpdateOptions<>.Update)] = async call =>
        {
            await call.RunAsync(new() { Update = i => i.Other });
            Assert.All(await call.StoredAsync(), item => Assert.Equal((1, -1), (item.Value, item.Other)));
        },
        [nameof(BulkUpdateOptions<>.Except)] = async call =>
        {
            await call.RunAsync(new() { Except = i => i.Other });
            Assert.All(await call.StoredAsync(), item => Assert.Equal((-1, 1), (item.Value, item.Other)));
        },
        [nameof(BulkUpdateOptions<>.UpdateWhen)] = async call =>
        {
            BulkResult done = await call.RunAsync(new() { UpdateWhen = (stored, given) => stored.Code % 2 == 0 });
            Assert.Equal((call.Rows / 2, call.Rows - (call.Rows / 2)), (done.RowsUpdated, done.RowsUnchanged));
        },
        [nameof(BulkExecuteOptions.ReturnAffected)] = async call =>
        {
            Assert.Null((await call.RunAsync(new())).AffectedByRow);
            Assert.Equal(Enumerable.Repeat(1, call.Rows), (await call.RunAsync(new() { ReturnAffected = true })).AffectedByRow!);
        },
    };

    // Options whose effect takes a table, a server or a failure of its own.
    private static readonly Dictionary<string, Type> Elsewhere = new(StringComparer.Ordinal)
    {
        [nameof(BulkOptions.Timeout)] = typeof(Cancellation.WaitingStatementTests),
        [nameof(BulkStrategyOptions.Atomic)] = typeof(Atomic.AtomicTests),
        [nameof(BulkOptions.BufferForRetry)] = typeof(Transactions.RetryTests),
        [nameof(BulkStrategyOptions.CommitRows)] = typeof(Portions.PortionTests),
        [nameof(BulkInsertOptions.Rejected)] = typeof(Rejecting.RejectedRowsTests),
        [nameof(BulkInsertOptions.VerifyKeys)] = typeof(OwnAnswerTests),
        [nameof(BulkInsertOptions.IncludeGraph)] = typeof(GraphTests),
        [nameof(BulkInsertOptions.LeftOutEntities)] = typeof(LeftOutTests),
        [nameof(BulkInsertOrUpdateOptions<>.Update)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOrUpdateOptions<>.Set)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOrUpdateOptions<>.Setters)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOrUpdateOptions<>.InsertOnly)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOrUpdateOptions<>.NotCompared)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOrUpdateOptions<>.Duplicates)] = typeof(LookedUpOptionTests),
        [nameof(BulkSynchronizeOptions<>.Scope)] = typeof(LookedUpOptionTests),
        [nameof(BulkSynchronizeOptions<>.WholeTable)] = typeof(LookedUpOptionTests),
        [nameof(BulkSynchronizeOptions<>.AllowEmpty)] = typeof(LookedUpOptionTests),
        [nameof(BulkInsertOptions.Table)] = typeof(TargetTableTests),
        [nameof(BulkSynchronizeOptions<>.Changes)] = typeof(LookedUpOptionTests),
        [nameof(BulkSynchronizeOptions<>.Orphans)] = typeof(LookedUpOptionTests),
        [nameof(BulkReadOptions<>.Tracking)] = typeof(BulkReadTests),
    };

    private static readonly (Kind Kind, Type Options)[] Kinds =
        [(Kind.Insert, typeof(BulkInsertOptions)), (Kind.Update, typeof(BulkUpdateOptions<Item>)), (Kind.Delete, typeof(BulkDeleteOptions)), (Kind.Execute, typeof(BulkExecuteOptions))];

    public enum Kind
    {
        Insert,
        Update,
        Delete,
        Execute,
    }

    public static TheoryData<Kind, string> Options
    {
        get
        {
            TheoryData<Kind, string> options = [];
            foreach ((Kind operation, Type type) in Kinds)
            {
                foreach (string name in type.GetProperties().Select(property => property.Name).Where(Effects.ContainsKey))
                    options.Add(operation, name);
            }

            return options;
        }
    }

    [Fact]
    public void Every_option_has_a_case()
    {
        IEnumerable<Type> types = typeof(BulkOptions).Assembly.GetExportedTypes().Where(type => typeof(BulkOptions).IsAssignableFrom(type) || type == typeof(BulkReadOptions<>));
        string[] names = [.. types.SelectMany(type => type.GetProperties()).Select(property => property.Name).Distinct()];
        Assert.Equal(names.Order(), Effects.Keys.Union(Elsewhere.Keys).Order());
        Assert.All(Elsewhere.Values, test => Assert.Contains(test.GetMethods(), method => method.GetCustomAttributes(typeof(FactAttribute), true).Length > 0));
    }

    [Theory]
    [MemberData(nameof(Options))]
    public async Task An_option_does_what_it_says(Kind operation, string option)
    {
        Action<ModelBuilder> model = option == nameof(BulkUpdateOptions<>.CheckConcurrency) ? Item.ModelWithToken : Item.Model;
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model);
        List<string> failures = [];
        int observed = 0;
        foreach (BulkStrategy strategy in Enum.GetValues<BulkStrategy>())
        {
            foreach (int rows in FullRun.IsAsked ? Counts : [Counts[((int)operation + (int)strategy + option.Length) % Counts.Length]])
            {
                OptionCall call = new(database, operation, strategy, rows);
                await call.ResetAsync();
                try
                {
                    if (!await call.RefusedOrAsync(() => Effects[option](call), option, nameof(BulkStrategyOptions.Strategy)))
                        observed++;
                }
                catch (Exception exception)
                {
                    failures.Add($"{strategy}, {rows} rows: {exception.GetType().Name} {exception.Message}");
                }
            }
        }

        Assert.True(failures.Count == 0, string.Join('\n', failures));
        // At least what sends one row after the other can do everything but use several connections.
        Assert.True(observed >= (FullRun.IsAsked ? Counts.Length : 1), $"seen {observed} times");
    }
}
