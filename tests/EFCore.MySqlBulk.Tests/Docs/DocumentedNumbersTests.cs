using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Numbers in sentences of the pages are those of the code, or of the benchmark's results.</summary>
public sealed class DocumentedNumbersTests
{
    private static readonly int[] ManyRows = [10_000, 100_000];

    public static TheoryData<string, string> Sentences => new()
    {
        { "docs/limits.md", $"up to {Retry.MaxTries} times in all, or {Retry.MaxTriesAfterLookingUp} times if rows are looked up first" },
        { "docs/troubleshooting.md", $"a collection has already been sent {Retry.MaxTries} times, or {Retry.MaxTriesAfterLookingUp} times if its rows are looked up first" },
        { "docs/decisions/0015-deadlocks-are-made-again.md", $"up to {Retry.MaxTries} times in all" },
        { "docs/recipes/upsert.md", $"up to {Retry.MaxTriesAfterLookingUp} times in all" },
        { "docs/recipes/upsert.md", $"in windows of {Number(Thresholds.InputWindow)} rows" },
        { "docs/recipes/upsert.md", $"A call of at most {Number(Thresholds.LooksWithoutLocksRows)} rows" },
        { "docs/decisions/0032-looking-before-locking.md", $"at most {Number(Thresholds.LooksWithoutLocksRows)} rows" },
        { "docs/limits.md", $"each window of {Number(Thresholds.InputWindow)}" },
        { "docs/limits.md", $"its first {Number(Thresholds.InputWindow)} rows" },
        { "docs/options.md", $"the first {Number(Thresholds.InputWindow)} rows are examined" },
        { "docs/options.md", $"as many as fit into {Number(Thresholds.ReadBytes)} bytes" },
        { "docs/options.md", $"from {Number(Thresholds.PipelinedReads)} keys" },
        { "docs/recipes/read-by-keys.md", $"From {Number(Thresholds.PipelinedReads)} keys on" },
        { "docs/recipes/read-by-keys.md", $"of which {Number(Thresholds.ReadWindow)} are in memory at a time" },
        { "docs/recipes/purge.md", $"The first batch has up to {Number(Thresholds.FirstBatchByQuery)} rows" },
        { "docs/recipes/purge.md", $"up to {Number(Thresholds.BatchByQuery)} (`BatchRows`)" },
        { "docs/recipes/purge.md", $"tried up to {Retry.MaxTries} times in all" },
        { "docs/options.md", $"| {Number(Thresholds.BatchByQuery)} | the maximum number of rows in a batch" },
        { "docs/options.md", $"`int`, 1 to {ResolvedOptions.MaxConnections}" },
        { "docs/tuning.md", $"less a reserve of {Number(Thresholds.PacketReserve)} bytes" },
        { "docs/tuning.md", $"up to {Number(Thresholds.AwaitedStatementBytes)} bytes if statements wait for each other, and about {Number(Thresholds.LiteralStatementBytes)} bytes if they are pipelined" },
        { "docs/tuning.md", $"inserts and updates from {Number(Thresholds.PipelinedSetRows)} rows on ({Number(Thresholds.StallingSetRows)} on Connector/NET over TLS), and deletes from {Number(Thresholds.PipelinedDeleteRows)}, are pipelined" },
        { "docs/strategies.md", $"| up to {Number(Thresholds.PipelinedSetRows - 1)} | `MultiRowValues`" },
        { "docs/strategies.md", $"From {Number(Thresholds.PipelinedSetRows)} rows on, the statements of an insert or an update are pipelined too, and from {Number(Thresholds.PipelinedDeleteRows)} on those of a delete" },
        { "docs/strategies.md", $"counts as {Number(Thresholds.PipelinedSetRows)} rows or more" },
        { "docs/strategies.md", $"Connector/NET over TLS stalls in long statements, so there it is from {Number(Thresholds.StallingSetRows)} rows on" },
        { "docs/strategies.md", $"`BulkInsert` of {Number(Thresholds.LoadDataFromRows)} rows and more ({Number(Thresholds.StallingLoadDataRows)} on Connector/NET over TLS)" },
        { "docs/options.md", $"`BulkInsert` of {Number(Thresholds.LoadDataFromRows)} rows and more ({Number(Thresholds.StallingLoadDataRows)} on Connector/NET over TLS) goes by" },
        { "src/EFCore.MySqlBulk/MySqlBulkOptionsBuilder.cs", $"<c>BulkInsert</c> of {Number(Thresholds.LoadDataFromRows)} rows and more ({Number(Thresholds.StallingLoadDataRows)} on Connector/NET over TLS)" },
        { "src/EFCore.MySqlBulk/BulkStrategy.cs", $"at most {Number(Thresholds.AwaitedStatementBytes)} bytes; {Number(Thresholds.LiteralStatementBytes)} where they are in flight" },
        { "docs/resilience.md", $"For {Failover.Patience.TotalSeconds} seconds from its first failure on" },
        { "docs/decisions/0046-a-call-survives-its-server.md", $"a time of {Failover.Patience.TotalSeconds} seconds" },
        { "docs/options.md", $"with 10,000 rows and more up to {MoreWithoutPipelining()} % more time" },
    };

    [Theory]
    [MemberData(nameof(Sentences))]
    public void A_number_is_that_of_the_code(string page, string sentence) => Assert.Contains(sentence, RepositoryFiles.Read(page), StringComparison.Ordinal);

    private static string Number(int value) => value.ToString("N0", CultureInfo.InvariantCulture);

    private static int MoreWithoutPipelining()
    {
        double most = ((string[])["insert", "update", "delete"]).SelectMany(operation => ManyRows
            .Select(rows => CommittedFigures.Of(operation, rows, TechniqueKind.BulkUnpipelined).MedianMs / CommittedFigures.Of(operation, rows, TechniqueKind.Bulk).MedianMs)).Max();
        return (int)Math.Round((most - 1) * 100);
    }
}
