using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The connection is lost at each statement of a walk, on its way or with its answer. The failure says what is known, and going on from there changes each row once.</summary>
[BothServers]
public abstract class LostConnectionTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 50;
    private const int Batches = 4;

    // A batch is two statements. In the end two more find that there is none.
    private const int Statements = (2 * Batches) + 2;

    public static TheoryData<int, bool, bool, bool> Cases { get; } =
    [
        .. from statement in Enumerable.Range(1, Statements)
           from isAnswer in new[] { true, false }
           from deletes in new[] { true, false }
           from isAsync in new[] { true, false }
           select (statement, isAnswer, deletes, isAsync),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task At_a_statement(int statement, bool isAnswer, bool deletes, bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind, 2 * Batches * BatchRows);
        await using FaultProxy proxy = new(database.ConnectionString, WalkFaults.LosesAt(statement, isAnswer));
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => ChangeAsync(context, deletes, isAsync, null));

        int known = (statement - 1) / 2;
        bool isUnknown = statement % 2 == 0 && known < Batches;
        BulkOutcome outcome = isUnknown ? BulkOutcome.Unknown : known == 0 ? BulkOutcome.Nothing : BulkOutcome.Some;
        known = Math.Min(known, Batches);
        Assert.Equal((outcome, known * BatchRows, true), (failure.Outcome, failure.RowsAffected, failure.IsTransient));
        Assert.Equal(KeyOf(known), failure.LastKey);
        Assert.Equal(isUnknown ? KeyOf(known + 1) : [], failure.UnknownUpTo);
        long changed = await ChangedAsync(database, deletes);
        Assert.Equal((known + (isUnknown && isAnswer ? 1 : 0)) * (long)BatchRows, changed);

        IReadOnlyList<object?> last = changed > failure.RowsAffected ? failure.UnknownUpTo : failure.LastKey;
        await using ModelContext again = database.Context();
        BulkResult rest = await ChangeAsync(again, deletes, isAsync, last.Count == 0 ? null : last);
        Assert.Equal((Batches * BatchRows) - changed, rest.RowsAffected);
        Assert.Equal(Batches * BatchRows, await ChangedAsync(database, deletes));
        Assert.Equal(Batches * BatchRows, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Id % 2 = 1 AND Site < 100"));
    }

    private static object?[] KeyOf(int batches) => batches == 0 ? [] : [2L * BatchRows * batches];

    private static Task<long> ChangedAsync(TestDatabase database, bool deletes)
        => database.CountAsync(deletes
            ? $"SELECT {Batches * BatchRows} - COUNT(*) FROM visits WHERE Id % 2 = 0"
            // A row that was changed twice has 200 and more.
            : "SELECT COUNT(*) FROM visits WHERE Id % 2 = 0 AND Site BETWEEN 100 AND 199");

    private static async Task<BulkResult> ChangeAsync(ModelContext context, bool deletes, bool isAsync, IReadOnlyList<object?>? after)
    {
        IQueryable<Visit> even = context.Set<Visit>().Where(visit => visit.Id % 2 == 0);
        if (deletes)
            return await even.DeleteAsync(isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience, After = after });
        BulkExecuteUpdateOptions<Visit> options = new() { BatchRows = BatchRows, BatchTime = Visits.Patience, After = after };
        return isAsync ? await even.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Site, v => v.Site + 100), options, Token) : even.BulkExecuteUpdate(s => s.SetProperty(v => v.Site, v => v.Site + 100), options);
    }
}
