using System.Diagnostics;
using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace Telemetry;

/// <summary>Runs one import, and one that fails, and checks what was observed of them.</summary>
internal static class TelemetrySample
{
    private const int Rows = 5_000;

    // Appears in the readings, and must appear nowhere else.
    private const string Secret = "sensor-of-the-vault";

    /// <returns>Whether everything was as it should be.</returns>
    /// <exception cref="ServerUnavailableException">There is no server, and none can be started.</exception>
    public static async Task<bool> RunAsync()
    {
        await using TestServer server = await TestServer.StartAsync(ServerKind.MySql);
        Console.WriteLine(server.Origin);
        string connection = $"{server.ConnectionString};Database=telemetry_{Environment.ProcessId}";
        using Observed observed = new();
        DbContextOptions<ReadingsContext> options = new DbContextOptionsBuilder<ReadingsContext>()
            .UseMySql(connection, ServerVersion.AutoDetect(server.ConnectionString))
            .UseLoggerFactory(observed.Logs)
            .Options;
        await using ReadingsContext database = new(options);
        await database.Database.EnsureCreatedAsync();
        try
        {
            Import import = new(options);
            BulkResult done = await import.RunAsync(Readings(Rows));
            BulkOperationException? refused = await RefusedAsync(import);
            return Checked(observed, done, refused);
        }
        finally
        {
            await database.Database.EnsureDeletedAsync();
        }
    }

    // The second import has a reading that the first one has stored.
    private static async Task<BulkOperationException?> RefusedAsync(Import import)
    {
        try
        {
            await import.RunAsync(Readings(1));
            return null;
        }
        catch (BulkOperationException exception)
        {
            return exception;
        }
    }

    private static bool Checked(Observed observed, BulkResult done, BulkOperationException? refused)
    {
        Activity[] spans = [.. observed.Spans.Where(span => span.DisplayName == "BulkInsert readings")];
        (string What, bool Holds)[] checks =
        [
            ("The result has all rows", done.RowsInserted == Rows),
            ("The second import was refused, and nothing of it is stored", refused is { Outcome: BulkOutcome.Nothing, RowIndex: 0 }),
            ("Each import is a span with the call's span in it", spans.Length == 2 && spans.All(span => span.Parent?.OperationName == "import readings")),
            ("The first span has the rows, the second one the error", spans is [var first, { Status: ActivityStatusCode.Error }] && first.GetTagItem("db.operation.batch.size") is (long)Rows),
            ("The counter has the rows that were stored", observed.SumOf("efcore_mysqlbulk.rows") == Rows),
            ("The log has both ends", observed.Records.Count(log => log.EventId == BulkEventId.OperationCompleted) == 1 && observed.Records.Count(log => log.EventId == BulkEventId.OperationFailed) == 1),
            ("No value of a row is in any of them", !observed.Texts().Any(text => text.Contains(Secret, StringComparison.Ordinal))),
        ];
        foreach ((string what, bool holds) in checks)
            Console.WriteLine($"{(holds ? "Checked" : "WRONG")}: {what}.");
        return checks.All(check => check.Holds);
    }

    private static List<Reading> Readings(int count)
        => [.. Enumerable.Range(0, count).Select(number => new Reading { Sensor = Secret, At = DateTime.UnixEpoch.AddMinutes(number), Value = number / 10.0 })];
}
