using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Plots;
using EFCore.MySqlBulk.Benchmarks.Reporting;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>What the pictures and tables of a report show of its measurements.</summary>
public sealed class ReportPicturesTests
{
    [Fact]
    public void A_line_has_a_point_for_each_number_of_rows_from_100_on()
    {
        PlotPanel panel = Assert.Single(PlotOf("rows-per-second").Panels(SampleReport.Inserts()));

        Assert.Equal("insert", panel.Title);
        Assert.Equal(["SaveChanges", "EFCore.MySqlBulk", "floor"], panel.Lines.Select(line => line.Name));
        Assert.Equal([(100, 6_250)], panel.Lines[0].Points);
        Assert.Equal([(100, 25_000), (10_000, 200_000)], panel.Lines[1].Points);
    }

    [Fact]
    public void What_is_many_times_slower_is_not_among_the_ratios()
    {
        PlotPanel panel = Assert.Single(PlotOf("times-floor").Panels(SampleReport.Inserts()));

        Assert.Equal(["EFCore.MySqlBulk", "floor"], panel.Lines.Select(line => line.Name));
        Assert.Equal([(100, 2), (10_000, 1.25)], panel.Lines[0].Points);
    }

    [Fact]
    public void What_was_not_measured_is_not_drawn()
    {
        Assert.Equal(["a-rows-per-second.svg", "a-times-floor.svg", "a-processor.svg"], SizePlot.PicturesOf("a", SampleReport.Inserts()).Select(picture => picture.File));
        Assert.Equal(["a-rows-per-second.svg", "a-times-floor.svg"], SizePlot.PicturesOf("a", SampleReport.Inserts(processorPerRow: null)).Select(picture => picture.File));
    }

    [Fact]
    public void A_picture_is_drawn_alike_in_every_culture()
    {
        Picture picture = SizePlot.PicturesOf("a", SampleReport.Inserts()).First();
        string here = picture.Draw();
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = new("de-DE");
            Assert.Equal(here, picture.Draw());
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }

        Assert.Contains("<svg", here, StringComparison.Ordinal);
        Assert.Contains("EFCore.MySqlBulk", here, StringComparison.Ordinal);
    }

    [Fact]
    public void Latency_is_drawn_by_round_trip_for_one_number_of_rows()
    {
        SchemeReport report = new(
            SampleReport.Machine, IsQuick: true, [],
            [Of("prepared, transaction", 1_000, 0, 50), Of("prepared, transaction", 1_000, 10, 10_000), Of("prepared", 1_000, 0, 90), Of("BulkInsert, Auto", 1_000, 10, 60), Of("BulkInsert, Auto", 1_000, 0, 9), Of("BulkInsert, Auto", 100, 0, 3)], []);

        PlotPanel panel = Assert.Single(RoundTripPlot.Panels(report));

        Assert.Equal(["prepared, row by row", "EFCore.MySqlBulk"], panel.Lines.Select(line => line.Name));
        Assert.Equal([(0, 50), (10, 10_000)], panel.Lines[0].Points);
        Assert.Equal([(0, 9), (10, 60)], panel.Lines[1].Points);
        Assert.Equal("rtt-latency.svg", Assert.Single(RoundTripPlot.PicturesOf("rtt", report)).File);
    }

    [Fact]
    public void A_choice_has_a_row_with_its_time_at_each_round_trip()
    {
        SelectionReport report = new(SampleReport.Machine, IsQuick: true, [Choice(1_000, 0, 12), Choice(1_000, 10, 30), Choice(100, 10, 20)]);

        string text = SelectionMarkdown.Write(report);

        Assert.Contains("| | rows | chosen | 0 ms: ms | × best | 10 ms: ms | × best |\n", text, StringComparison.Ordinal);
        Assert.Contains("| delete | 100 | KeyList | – | – | 20.0 | 2.00 |\n| | 1,000 | KeyList | 12.0 | 1.20 | 30.0 | 3.00 |\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_tables_have_what_was_measured()
    {
        string text = OperationsTables.Write(SampleReport.Inserts());

        Assert.Contains("| | rows | ms | rows/s | × floor | × `SaveChanges` | client CPU, µs a row | bytes allocated a row | peak memory, MiB |\n", text, StringComparison.Ordinal);
        Assert.Contains("| insert, keys written back | 100 | 4.00 | 25,000 | 2.00 | 0.25 | 1.50 | 40 | – |\n| | 10,000 | 50.0 | 200,000 | 1.25 | – | 1.50 | 40 | 3.0 |\n", text, StringComparison.Ordinal);
        Assert.Contains("| | rows | this library | without pipelining | `SaveChanges` | floor |\n", text, StringComparison.Ordinal);
        Assert.Contains("| insert, keys written back | 10 | 2.00 | 3.00 | 2 | – |\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_with_results_gets_pictures_and_a_page()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("report-");
        try
        {
            await ReportRun.DrawAsync(folder.FullName);
            Assert.Empty(folder.GetFiles());

            await ResultsFile.WriteAsync(SampleReport.Inserts(), Path.Combine(folder.FullName, "operations.json"));
            await ReportRun.DrawAsync(folder.FullName);

            Assert.Equal(
                ["operations-processor.svg", "operations-rows-per-second.svg", "operations-times-floor.svg", "operations.json", ReportRun.PageName],
                folder.GetFiles().Select(file => file.Name).Order(StringComparer.Ordinal));
            Assert.Contains("A quick run: its figures mean nothing.", await File.ReadAllTextAsync(Path.Combine(folder.FullName, ReportRun.PageName), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static SchemeMeasurement Of(string scheme, int rows, double roundTrip, double milliseconds) => new()
    {
        Operation = "insert",
        Rows = rows,
        RoundTripMs = roundTrip,
        Scheme = scheme,
        IsOurs = false,
        Detail = "",
        Rounds = 3,
        MedianMs = milliseconds,
        MinMs = milliseconds,
        SpeedUp = null,
        ProcessorPerRow = null,
        BytesPerRow = null,
        SamplesMs = [milliseconds],
    };

    private static SizePlot PlotOf(string name) => SizePlot.All.Single(plot => plot.Name == name);

    private static SelectionMeasurement Choice(int rows, double roundTripMs, double medianMs)
        => new() { Operation = "delete", Rows = rows, RoundTripMs = roundTripMs, Chosen = "KeyList", MedianMs = medianMs, MinMs = medianMs, Forced = [new("ValuesJoin", 10, 10)] };
}
