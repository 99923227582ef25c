using EFCore.MySqlBulk;
using Spectre.Console;

namespace Cities.Output;

/// <summary>A bar for each step, on a terminal.</summary>
internal sealed class BarDisplay(IAnsiConsole console) : IStepDisplay
{
    public Task<BulkResult> ShowAsync(string title, int rows, Func<IProgress<BulkProgress>, Task<BulkResult>> work)
    {
        return console.Progress()
            .Columns(new TitleColumn(), new ProgressBarColumn(), new PercentageColumn(), new RowsColumn())
            .StartAsync(async bars =>
            {
                ProgressTask bar = bars.AddTask(title, maxValue: Math.Max(rows, 1));
                BulkResult result = await work(new BulkListener(progress => bar.Value = progress.RowCount));
                bar.Value = bar.MaxValue;
                return result;
            });
    }

    public Task<T> WaitAsync<T>(string title, Func<Task<T>> work) => console.Status().StartAsync(Markup.Escape(title), _ => work());
}
