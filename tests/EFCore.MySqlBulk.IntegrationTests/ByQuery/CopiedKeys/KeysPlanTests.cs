using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>A batch whose keys are told reads its own rows only, of large tables, with the statistics as they are after loading.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
public abstract class KeysPlanTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 500;

    private static readonly int Rows = FullRun.IsLarge ? 1_000_000 : 100_000;

    private string Counters => kind == ServerKind.MySql
        ? "SELECT VARIABLE_VALUE AS `Value` FROM performance_schema.session_status WHERE VARIABLE_NAME LIKE 'Handler_read%'"
        : "SELECT VARIABLE_VALUE AS `Value` FROM information_schema.session_status WHERE VARIABLE_NAME LIKE 'Handler_read%'";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_server_reads_the_rows_of_the_batch(bool byIndex)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, Rows);
        await using ModelContext context = database.Context();
        await context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, cancellationToken: Token);
        await context.Database.OpenConnectionAsync(Token);
        DateTime third = Visits.Begin.AddMinutes(-Rows / 30);
        List<long> reads = [];
        List<BulkProgress> reports = [];
        using CancellationTokenSource source = new();

        await Assert.ThrowsAsync<BulkCanceledException>(() => context.Set<Visit>().Where(visit => visit.At < third).BulkInsertIntoAsync(
            Copies.Row, new() { Walk = byIndex ? visit => visit.At : null, BatchRows = BatchRows, BatchTime = Visits.Patience, CopiedKeys = _ => reads.Add(Reads()), Progress = new ProgressReports(reports, CancelAtFifth) }, source.Token));

        // The key of the last row, the locks, the copy, the comparison and the keys read the rows, and some of these sort them.
        Assert.All(reads.Zip(reads.Skip(1), (before, after) => after - before), each => Assert.InRange(each, BatchRows, 40 * BatchRows));

        long Reads() => context.Database.SqlQueryRaw<string>(Counters).AsEnumerable().Sum(value => long.Parse(value, CultureInfo.InvariantCulture));

        void CancelAtFifth(BulkProgress progress)
        {
            if (reports.Count == 5)
                source.Cancel();
        }
    }
}
