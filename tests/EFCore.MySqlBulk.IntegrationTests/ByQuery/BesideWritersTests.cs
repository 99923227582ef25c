using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>While a call goes from batch to batch, other sessions change the same rows: what matches all the time is done, once; what does not match when its batch comes is left; and no change is lost.</summary>
[BothServers]
public abstract class BesideWritersTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;

    private static readonly Expression<Func<Visit, ArchivedVisit>> Row = visit
        => new() { Id = visit.Id, Site = visit.Length ?? -1, At = visit.At, Path = visit.Path, ArchivedAt = TwoServers.Now, CheckedAt = TwoServers.Now };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Deleted()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, Rows);
        BulkResult done = await BesideAsync(database, query => query.BulkExecuteDeleteAsync(new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));

        List<long> left = await Visits.StoredAsync(database);
        Assert.DoesNotContain(left, id => id <= Rows && Writers.AlwaysMatches(id));
        Assert.Equal(Ids(Writers.NeverMatches), left.Where(id => id <= Rows && Writers.NeverMatches(id)));
        // The writers delete rows of other sites.
        Assert.Equal(done.RowsDeleted, await database.CountAsync("SELECT COUNT(*) FROM deletions WHERE Site = 1"));
        Assert.Equal(0, await database.CountAsync($"SELECT COUNT(*) FROM deletions WHERE Site = {Writers.Border + 10}"));
    }

    [Fact]
    public async Task Updated()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, Rows);
        BulkResult done = await BesideAsync(database, query => query.BulkExecuteUpdateAsync(s => s.SetProperty(visit => visit.Length, visit => visit.Length + 1_000_000), new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));

        Assert.Equal(Ids(Writers.AlwaysMatches).Count, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Id % 10 IN (0, 2, 4, 5, 6, 8) AND Length DIV 1000000 = 1"));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Length DIV 1000000 > 1 OR (Id % 10 IN (7, 9) AND Length >= 1000000)"));
        Assert.Equal(done.RowsUpdated, await database.CountAsync("SELECT SUM(Length DIV 1000000) FROM visits"));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM visits v WHERE Length % 1000000 <> (SELECT COUNT(*) FROM looks WHERE VisitId = v.Id)"));
    }

    [Fact]
    public async Task Moved()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, Rows);
        BulkResult done = await BesideAsync(database, query => query.BulkMoveToAsync(Row, new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));
        await CheckMovedAsync(database, database, done);
    }

    [Fact]
    public async Task Moved_to_another_server()
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, Rows);
        await using ModelContext other = two.Target.Context();
        BulkResult done = await BesideAsync(two.Source, query => query.BulkMoveToAsync(other, Row, new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));
        await CheckMovedAsync(two.Source, two.Target, done);
    }

    [Fact]
    public async Task Copied()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, Rows);
        BulkResult done = await BesideAsync(database, query => query.BulkInsertIntoAsync(Row, new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));
        CheckCopied(await ArchivedVisits.StoredAsync(database), done);
    }

    [Fact]
    public async Task Copied_to_another_server()
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, Rows);
        await using ModelContext other = two.Target.Context();
        BulkResult done = await BesideAsync(two.Source, query => query.BulkCopyToAsync(other, Row, new() { BatchRows = 100, Pause = TimeSpan.FromMilliseconds(2) }, Token));
        CheckCopied(await two.StoredAsync(), done);
    }

    private static async Task<BulkResult> BesideAsync(TestDatabase database, Func<IQueryable<Visit>, Task<BulkResult>> call)
    {
        await using Writers writers = await Writers.StartAsync(database, Rows);
        while (await database.CountAsync("SELECT COUNT(*) FROM looks") < 20)
            await Task.Delay(5, Token);
        await using ModelContext context = database.Context();
        return await call(context.Set<Visit>().Where(visit => visit.Site < Writers.Border));
    }

    private static async Task CheckMovedAsync(TestDatabase database, TestDatabase archive, BulkResult done)
    {
        List<ArchivedVisit> moved = await ArchivedVisits.StoredAsync(archive);
        List<long> left = await Visits.StoredAsync(database);
        Assert.Equal(done.RowsMoved, moved.Count);
        Assert.Empty(moved.Select(visit => visit.Id).Intersect(left));
        Assert.Equal(Ids(Writers.AlwaysMatches), moved.Select(visit => visit.Id).Where(Writers.AlwaysMatches));
        Assert.DoesNotContain(moved, visit => Writers.NeverMatches(visit.Id) || visit.Id > Rows);
        Assert.Equal(Ids(Writers.NeverMatches), left.Where(id => id <= Rows && Writers.NeverMatches(id)));
        // The looks at a row went with it.
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM visits v WHERE Length <> (SELECT COUNT(*) FROM looks WHERE VisitId = v.Id)"));
        await using ModelContext context = database.Context();
        Dictionary<long, int> looks = (await context.Database.SqlQueryRaw<long>("SELECT VisitId AS Value FROM looks").ToListAsync(Token)).CountBy(id => id).ToDictionary();
        Assert.Equal(moved.Select(visit => (visit.Id, looks.GetValueOrDefault(visit.Id))), moved.Select(visit => (visit.Id, visit.Site)));
    }

    private static void CheckCopied(List<ArchivedVisit> copies, BulkResult done)
    {
        Assert.Equal(done.RowsInserted, copies.Count);
        Assert.Equal(Ids(Writers.AlwaysMatches), copies.Select(visit => visit.Id).Where(Writers.AlwaysMatches));
        Assert.DoesNotContain(copies, visit => Writers.NeverMatches(visit.Id) || visit.Id > Rows || visit.Site < 0);
    }

    private static List<long> Ids(Func<long, bool> which) => [.. Enumerable.Range(1, Rows).Select(id => (long)id).Where(which)];
}
