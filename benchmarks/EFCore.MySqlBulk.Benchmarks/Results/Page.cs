using System.Globalization;
using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Where reports are printed: colours and boxes on a terminal, Markdown in a file.</summary>
internal sealed class Page(IAnsiConsole console, bool isTerminal)
{
    /// <summary>What stands where nothing was measured.</summary>
    public const string Nothing = "–";

    private const double Mebibyte = 1 << 20;

    public bool IsTerminal => isTerminal;

    public static string Number(double? value, int digits = 0) => value?.ToString($"N{digits}", CultureInfo.InvariantCulture) ?? Nothing;

    public static string Mebibytes(long? bytes) => Number(bytes / Mebibyte, 1);

    /// <summary>A time, with about three digits that mean something.</summary>
    public static string Milliseconds(double value) => Number(value, value switch { < 10 => 2, < 100 => 1, _ => 0 });

    /// <summary>A ratio, without digits that mean nothing.</summary>
    public static string Times(double? value) => Number(value, value < 100 ? 1 : 0);

    public void Print(Machine machine)
    {
        Line($"{machine.Server}");
        Line($"{string.Join(", ", machine.ServerSettings.Select(s => $"{s.Key}={s.Value}"))}");
        Line($"EF Core {machine.EFCore}, {machine.Provider}, {machine.Driver}");
        Line($"{machine.Cores} cores, {machine.OperatingSystem}, {machine.Runtime}, {machine.Days()}");
    }

    public void Line(FormattableString text) => console.MarkupLineInterpolated(text);

    public Table Table(string title, params string[] columns)
    {
        console.WriteLine();
        console.MarkupLineInterpolated($"{title}");
        console.WriteLine();
        Table table = new Table().Border(isTerminal ? TableBorder.Rounded : TableBorder.Markdown);
        foreach (string column in columns)
            table.AddColumn(column);
        return table;
    }

    public static void AddNumbers(Table table, params string[] columns)
    {
        foreach (string column in columns)
            table.AddColumn(new TableColumn(column).RightAligned());
    }

    public void Print(Table table) => console.Write(table);

    public string YesOrNo(bool value) => (value, isTerminal) switch
    {
        (true, true) => "[green]yes[/]",
        (false, true) => "[red]no[/]",
        (true, _) => "yes",
        _ => "no",
    };
}
