using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>The trace source and the meter, both named <c>EFCore.MySqlBulk</c>. Tags are OpenTelemetry's <c>db.*</c> names.</summary>
internal static class Telemetry
{
    private static readonly ActivitySource Source = new(Log.Category);
    private static readonly Meter Meter = new(Log.Category);
    private static readonly Counter<long> Rows = Meter.CreateCounter<long>("efcore_mysqlbulk.rows", "{row}", "Rows inserted, updated or deleted");
    private static readonly Histogram<double> Duration = Meter.CreateHistogram<double>("efcore_mysqlbulk.duration", "s", "Time of a bulk operation");

    /// <summary>Starts an operation's span; <see langword="null" /> without a listener.</summary>
    /// <param name="operation">The operation.</param>
    /// <param name="table">The table, if it is known.</param>
    public static Activity? Start(string operation, string? table)
    {
        Activity? span = Source.StartActivity(table is null ? $"Bulk{operation}" : $"Bulk{operation} {table}", ActivityKind.Client);
        span?.SetTag("db.system.name", "mysql").SetTag("db.operation.name", operation).SetTag("db.collection.name", table);
        return span;
    }

    /// <summary>Ends a span with the operation's counts.</summary>
    public static void Completed(Activity? span, string operation, BulkResult result)
    {
        span?.SetTag("db.operation.batch.size", result.RowsAffected)
            .SetTag("efcore_mysqlbulk.strategy", result.Strategy.ToString())
            .SetTag("efcore_mysqlbulk.reason", result.Reason);
        TagList tags = new() { { "operation", operation }, { "strategy", result.Strategy.ToString() } };
        Rows.Add(result.RowsAffected, tags);
        Duration.Record(result.Elapsed.TotalSeconds, tags);
    }

    /// <summary>Marks a span as failed.</summary>
    public static void Failed(Activity? span, Exception exception)
        => span?.SetStatus(ActivityStatusCode.Error, exception.GetType().Name).SetTag("error.type", exception.GetType().FullName);
}
