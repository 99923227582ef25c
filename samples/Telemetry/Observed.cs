using System.Diagnostics;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Telemetry;

/// <summary>Traces, metrics and logs of the library: shown on the console, and kept for the checks. An application has OpenTelemetry's OTLP exporter in place of both.</summary>
internal sealed class Observed : IDisposable
{
    private const string Library = "EFCore.MySqlBulk";

    private readonly List<Activity> _spans = [];
    private readonly List<MetricSnapshot> _metrics = [];
    private readonly List<LogRecord> _logs = [];
    private readonly TracerProvider _tracing;
    private readonly MeterProvider _metering;

    public Observed()
    {
        _tracing = Sdk.CreateTracerProviderBuilder().AddSource(Library, Import.SourceName).AddConsoleExporter().AddInMemoryExporter(_spans).Build();
        _metering = Sdk.CreateMeterProviderBuilder().AddMeter(Library).AddConsoleExporter().AddInMemoryExporter(_metrics).Build();
        Logs = LoggerFactory.Create(logging => logging
            .SetMinimumLevel(LogLevel.Warning)
            .AddFilter(Library, LogLevel.Information)
            .AddOpenTelemetry(options =>
            {
                options.IncludeFormattedMessage = true;
                options.AddConsoleExporter().AddInMemoryExporter(_logs);
            }));
    }

    /// <summary>For the options of the context: its events go there.</summary>
    public ILoggerFactory Logs { get; }

    public IReadOnlyList<Activity> Spans => _spans;

    public IReadOnlyList<LogRecord> Records => _logs;

    /// <summary>The sum of a counter, over all of its tags.</summary>
    public long SumOf(string counter)
    {
        _metering.ForceFlush();
        long sum = 0;
        foreach (MetricPoint point in _metrics.Last(metric => metric.Name == counter).MetricPoints)
            sum += point.GetSumLong();
        return sum;
    }

    /// <summary>Everything that has been said, as text.</summary>
    public IEnumerable<string> Texts()
        => _spans.SelectMany(span => span.TagObjects.Select(tag => $"{tag.Value}").Append(span.DisplayName).Append($"{span.StatusDescription}"))
            .Concat(_logs.Select(log => $"{log.FormattedMessage} {string.Join(' ', log.Attributes ?? [])}"));

    public void Dispose()
    {
        Logs.Dispose();
        _metering.Dispose();
        _tracing.Dispose();
    }
}
