using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Visits on one server, and a table for them on another: one is MySQL, the other one MariaDB.</summary>
/// <param name="Source">The visits.</param>
/// <param name="Target">The other table.</param>
internal sealed record TwoServers(TestDatabase Source, TestDatabase Target) : IAsyncDisposable
{
    public static readonly DateTime Now = new(2026, 5, 4, 3, 2, 1, DateTimeKind.Unspecified);

    /// <summary>What is copied. EF Core calculates the note on the client.</summary>
    public static readonly Expression<Func<Visit, ArchivedVisit>> Row = visit
        => new() { Id = visit.Id, Site = visit.Site, At = visit.At, Path = visit.Path, Note = string.Join('+', new[] { visit.Site, visit.Site }), ArchivedAt = Now, CheckedAt = Now };

    /// <param name="servers">The servers.</param>
    /// <param name="kind">The kind of that with the visits.</param>
    /// <param name="rows">The number of visits.</param>
    public static async Task<TwoServers> CreateAsync(Servers servers, ServerKind kind, int rows = 1_000)
        => new(await Visits.CreateAsync(servers, kind, rows), await ArchivedVisits.CreateAsync(servers, kind == ServerKind.MySql ? ServerKind.MariaDb : ServerKind.MySql, 0));

    /// <summary>What is stored in the other table.</summary>
    public Task<List<ArchivedVisit>> StoredAsync() => ArchivedVisits.StoredAsync(Target);

    /// <summary>The rows that EF Core reads of the visits, as they are to be stored.</summary>
    public async Task<IEnumerable<(long, int, DateTime, string, string?, DateTime, DateTime)>> ExpectedAsync(Expression<Func<Visit, bool>> condition)
    {
        await using ModelContext context = Source.Context();
        List<ArchivedVisit> expected = await context.Set<Visit>().Where(condition).OrderBy(visit => visit.Id).Select(Row).ToListAsync(TestContext.Current.CancellationToken);
        return expected.Select(ArchivedVisits.Values);
    }

    public async ValueTask DisposeAsync()
    {
        await Source.DisposeAsync();
        await Target.DisposeAsync();
    }
}
