using System.Globalization;
using EFCore.MySqlBulk;

namespace Cities.Output;

/// <summary>Plain lines, for output that goes to a file: one per second while a step runs, and one when it is done.</summary>
internal sealed class LineDisplay(TextWriter output) : IStepDisplay
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    public async Task<BulkResult> ShowAsync(string title, int rows, Func<IProgress<BulkProgress>, Task<BulkResult>> work)
    {
        TimeSpan next = Interval;
        BulkResult result = await work(new BulkListener(progress =>
        {
            if (progress.Elapsed < next || progress.RowCount == rows)
                return;
            next = progress.Elapsed + Interval;
            output.WriteLine(Line(title, $"{progress.RowCount:N0} of {rows:N0} rows, {progress.RowCount / progress.Elapsed.TotalSeconds:N0} rows/s"));
        }));
        output.WriteLine(Line(title, $"{result}"));
        return result;
    }

    public Task<T> WaitAsync<T>(string title, Func<Task<T>> work) => work();

    private static string Line(string title, FormattableString text) => $"{title}: {text.ToString(CultureInfo.InvariantCulture)}";
}
