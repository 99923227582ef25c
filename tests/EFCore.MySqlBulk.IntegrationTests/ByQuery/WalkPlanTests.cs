using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Each statement of a walk over a large table finds its rows by an index and sorts nothing, with the statistics as they are after loading.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
public abstract class WalkPlanTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 500;

    private static readonly int Rows = FullRun.IsLarge ? 3_000_000 : 200_000;

    private enum Change
    {
        Delete,
        Update,
        Copy,
        Move,
    }

    [Fact]
    public async Task Of_a_walk()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 10, model => model.Entity<Visit>().HasIndex(visit => visit.Path).IsUnique());
        await database.ExecuteAsync(
            "CREATE TABLE digits (d INT NOT NULL)", "INSERT INTO digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)", "DELETE FROM visits",
            $"INSERT INTO visits (Id, Site, At, Path) SELECT n, n % 7, '2026-01-01' + INTERVAL n DIV 10 MINUTE, CONCAT('/', n) FROM (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d + 1000000 * h.d AS n FROM digits a, digits b, digits c, digits e, digits f, digits g, digits h) AS numbers WHERE n <= {Rows}");
        DateTime third = Visits.After(Rows / 3);
        Assert.Equal([], await PlansAsync(database, "the primary key", set => set.Where(visit => visit.At < third), new()));
        Assert.Equal([], await PlansAsync(database, "an index", set => set.Where(visit => visit.At < third), new() { Walk = visit => visit.At }));
        Assert.Equal([], await PlansAsync(database, "an index of two columns", set => set.Where(visit => visit.Site == 3 && visit.At < third), new() { Walk = visit => new { visit.Site, visit.At } }));
        Assert.Equal([], await PlansAsync(database, "a column without an index", set => set.Where(visit => EF.Functions.Like(visit.Path, "%7")), new()));
        Assert.Equal([], await PlansAsync(database, "a unique index", set => set.Where(visit => visit.Path.CompareTo("/5") < 0), new() { Walk = visit => visit.Path }));
        Assert.Equal([], await PlansAsync(database, "the whole table", set => set, new() { WholeTable = true }));
        Assert.Equal([], await PlansAsync(database, "an update", set => set.Where(visit => visit.At < third), new() { Walk = visit => visit.At }, Change.Update));
        Assert.Equal([], await PlansAsync(database, "an update by the primary key", set => set.Where(visit => visit.At < third), new(), Change.Update));
        Assert.Equal([], await PlansAsync(database, "a copy", set => set.Where(visit => visit.At < third), new() { Walk = visit => visit.At }, Change.Copy));
        Assert.Equal([], await PlansAsync(database, "a move", set => set.Where(visit => visit.At < third), new() { Walk = visit => visit.At }, Change.Move));
        Assert.Equal([], await PlansAsync(database, "a move by the primary key", set => set.Where(visit => visit.At < third), new(), Change.Move));
        Assert.Equal([], await PlansAsync(database, "from the middle on", set => set.Where(visit => visit.At < third), new() { Walk = visit => visit.At, After = [third.AddMinutes(-200), 0L] }));
    }

    // What is wrong with the plans of the first batches.
    private async Task<List<string>> PlansAsync(TestDatabase database, string walk, Func<DbSet<Visit>, IQueryable<Visit>> query, BulkExecuteDeleteOptions<Visit> options, Change change = Change.Delete)
    {
        Explained explained = new(kind);
        await using ModelContext context = database.Context(builder => builder.AddInterceptors(explained));
        using CancellationTokenSource source = new();
        List<BulkProgress> reports = [];
        ProgressReports progress = new(reports, CancelAtThird);
        IQueryable<Visit> rows = query(context.Set<Visit>());
        await Assert.ThrowsAsync<BulkCanceledException>(() => change switch
        {
            Change.Delete => rows.BulkExecuteDeleteAsync(options with { BatchRows = BatchRows, BatchTime = Visits.Patience, Progress = progress }, source.Token),
            Change.Update => rows.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site), new() { Walk = options.Walk, BatchRows = BatchRows, BatchTime = Visits.Patience, Progress = progress }, source.Token),
            Change.Copy => rows.BulkInsertIntoAsync(ArchivedVisits.Row, new() { Walk = options.Walk, BatchRows = BatchRows, BatchTime = Visits.Patience, Progress = progress }, source.Token),
            _ => rows.BulkMoveToAsync(ArchivedVisits.Row, new() { Walk = options.Walk, BatchRows = BatchRows, BatchTime = Visits.Patience, Progress = progress }, source.Token),
        });
        if (change == Change.Copy)
            await database.ExecuteAsync("DELETE FROM archived_visits");
        Assert.NotInRange(explained.Plans.Count, 0, 5);
        return [.. explained.Plans.Where(plan => plan.Problem is not null).Select(plan => $"{walk}: {plan.Problem}: {plan.Text}")];

        void CancelAtThird(BulkProgress progress)
        {
            if (reports.Count == 3)
                source.Cancel();
        }
    }

    private sealed class Explained(ServerKind kind) : DbCommandInterceptor
    {
        public List<(string? Problem, string Text)> Plans { get; } = [];

        public override async ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result, CancellationToken cancellationToken = default)
        {
            await ExplainAsync(command);
            return result;
        }

        public override async ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            await ExplainAsync(command);
            return result;
        }

        // MySQL 9 has another format by default.
        private async Task ExplainAsync(DbCommand command)
        {
            string text = command.CommandText;
            if (!text.Contains("`visits`", StringComparison.Ordinal))
                return;
            command.CommandText = $"{(kind == ServerKind.MySql ? "EXPLAIN FORMAT=TRADITIONAL" : "EXPLAIN")} {text}";
            await using (DbDataReader reader = await command.ExecuteReaderAsync(TestContext.Current.CancellationToken))
            {
                while (await reader.ReadAsync(TestContext.Current.CancellationToken))
                    Plans.Add((Wrong(text, reader), text));
            }

            command.CommandText = text;
        }

        private static string? Wrong(string text, DbDataReader reader)
        {
            // The table that is inserted into.
            if (Text(reader, "select_type") == "INSERT" || (text.StartsWith("INSERT", StringComparison.Ordinal) && Text(reader, "table") == "archived_visits"))
                return null;
            string extra = Text(reader, "Extra");
            string key = Text(reader, "key");
            double rows = Convert.ToDouble(reader["rows"], CultureInfo.InvariantCulture);
            return key.Length == 0 ? $"no index for {Text(reader, "table")}"
                : extra.Contains("filesort", StringComparison.Ordinal) || extra.Contains("temporary", StringComparison.Ordinal) ? $"{key}, {extra}"
                // A change reads the range of its batch only, in which one row in ten may match; the server estimates it.
                : !text.StartsWith("SELECT", StringComparison.Ordinal) && rows > BatchRows * 50 ? $"{key}, {rows} rows, {extra}"
                : null;
        }

        private static string Text(DbDataReader reader, string name) => Convert.ToString(reader[name], CultureInfo.InvariantCulture) ?? "";
    }
}
