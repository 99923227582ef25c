using System.Globalization;
using EFCore.MySqlBulk.Benchmarks;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>What a run of a benchmark keeps of an interrupted one.</summary>
public sealed class FinishedMeasurementsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("figures-").FullName;
    private readonly List<string> _lines = [];

    private string File => Path.Combine(_folder, "figures.json");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Each_measurement_is_printed_and_in_the_file_at_once()
    {
        FinishedMeasurements<ReadReport, ReadMeasurement> finished = Begin();
        await ResultsFile.WriteAsync(new ReadReport(SampleReport.Machine, IsQuick: false, []), File);
        Assert.NotNull(finished.Resume());

        await finished.AddAsync([Of("BulkRead", 100)]);
        await finished.AddAsync([Of("BulkRead", 1_000)]);

        Assert.Equal([100, 1_000], ResultsFile.Read<ReadReport>(File).Measurements.Select(m => m.Rows));
        Assert.Equal("  1,000 keys, BulkRead: 12.3 ms, 81,301 rows/s, 8.00 µs CPU and 40 bytes a row", _lines[^1]);
    }

    [Fact]
    public async Task A_run_goes_on_where_the_file_ends()
    {
        await ResultsFile.WriteAsync(new ReadReport(SampleReport.Machine, IsQuick: false, [Of("BulkRead", 100)]), File);
        FinishedMeasurements<ReadReport, ReadMeasurement> finished = Begin();

        Assert.NotNull(finished.Resume());

        Assert.True(finished.Has(m => m.Rows == 100));
        Assert.False(finished.Has(m => m.Rows == 1_000));
        Assert.Equal($"{File} is there: what it has is not measured again.", Assert.Single(_lines));
        await finished.AddAsync([Of("BulkRead", 1_000)]);
        Assert.Equal([100, 1_000], finished.Report.Measurements.Select(m => m.Rows));
    }

    [Theory]
    [InlineData(null, "2026-11-28")]
    [InlineData("2026-11-28T22:00:00Z", "2026-11-28")]
    [InlineData("2026-11-30T01:00:00Z", "2026-11-28 to 2026-11-30")]
    public void Figures_of_several_days_say_so(string? last, string days)
    {
        Machine machine = SampleReport.Machine with { Date = At("2026-11-28T05:00:00Z"), LastDate = last is null ? null : At(last) };

        Assert.Equal(days, machine.Days());

        static DateTimeOffset At(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);
    }

    [Fact]
    public void Without_a_file_everything_is_measured()
    {
        FinishedMeasurements<ReadReport, ReadMeasurement> finished = Begin();

        Assert.Null(finished.Resume());
        Assert.False(finished.Has(_ => true));
        Assert.Empty(_lines);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Quick_figures_and_those_of_a_whole_run_do_not_mix(bool isQuick)
    {
        await ResultsFile.WriteAsync(new ReadReport(SampleReport.Machine, isQuick, [Of("BulkRead", 100)]), File);

        IOException refused = Assert.Throws<IOException>(() => Begin(isQuick: !isQuick).Resume());

        Assert.StartsWith($"{File} has figures of a {(isQuick ? "quick" : "whole")} run", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_of_something_else_is_refused()
    {
        await System.IO.File.WriteAllTextAsync(File, "{ \"machine\":", TestContext.Current.CancellationToken);

        Assert.StartsWith($"{File} is no results file of this run", Assert.Throws<IOException>(() => Begin().Resume()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_of_another_run_is_refused()
    {
        await ResultsFile.WriteAsync(new ShardsReport(SampleReport.Machine, IsQuick: false, [new("one table", 100, 5, 4, 1, null, 3)]), File);

        Assert.StartsWith($"{File} is no results file of this run", Assert.Throws<IOException>(() => Begin().Resume()).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("10.11.14-MariaDB", 2)]
    [InlineData("9.7.4", 8)]
    public void Figures_of_another_server_or_machine_do_not_mix(string server, int cores)
    {
        Assert.False(SampleReport.Machine.IsLike(SampleReport.Machine with { Server = server, Cores = cores }));
        Assert.True(SampleReport.Machine.IsLike(SampleReport.Machine with { Date = DateTimeOffset.MaxValue }));
    }

    private FinishedMeasurements<ReadReport, ReadMeasurement> Begin(bool isQuick = false) =>
        new(new Arguments { JsonFile = File, IsQuick = isQuick }, new Lines(_lines), (machine, measurements) => new(machine, isQuick, measurements));

    private static ReadMeasurement Of(string technique, int rows) =>
        new(technique, rows, new() { Rounds = 3, MedianMs = 12.3, MinMs = 12, BytesPerRow = 40, ProcessorMs = 8, SamplesMs = [12, 12.3, 13] }, TimesFaster: null);

    private sealed class Lines(List<string> lines) : IProgress<string>
    {
        public void Report(string value) => lines.Add(value);
    }
}
