using System.Text;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>A table of groups of rows, as Markdown. The first column, which has no title, names a group in its first row only.</summary>
/// <param name="columns">The others; numbers are right-aligned.</param>
internal sealed class MarkdownTable(params IReadOnlyList<(string Title, bool IsNumber)> columns)
{
    public static (string Title, bool IsNumber) Number(string title) => (title, true);

    public static (string Title, bool IsNumber) Text(string title) => (title, false);

    /// <summary>Writes the table.</summary>
    /// <param name="rows">The rows; those of a group follow each other.</param>
    public string Write(IEnumerable<(string Group, IEnumerable<string> Cells)> rows)
    {
        StringBuilder text = new();
        text.Append("| | ").AppendJoin(" | ", columns.Select(column => column.Title)).Append(" |\n|---").Append(string.Concat(columns.Select(column => column.IsNumber ? "|--:" : "|---"))).Append("|\n");
        string? last = null;
        foreach ((string group, IEnumerable<string> cells) in rows)
        {
            text.Append(group == last ? "|" : $"| {group}").Append(" | ").AppendJoin(" | ", cells).Append(" |\n");
            last = group;
        }

        return text.ToString();
    }
}
