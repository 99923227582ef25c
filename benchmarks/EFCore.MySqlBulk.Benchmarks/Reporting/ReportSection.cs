using EFCore.MySqlBulk.Benchmarks.Plots;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>What a page shows of a part: pictures first.</summary>
/// <param name="Report">The results.</param>
/// <param name="Pictures">The pictures of them.</param>
/// <param name="Tables">Tables of them, as Markdown; empty if there are none.</param>
internal sealed record ReportSection(IReport Report, IReadOnlyList<Picture> Pictures, string Tables)
{
    public string Title { get; init; } = "";

    /// <summary>Sections as Markdown.</summary>
    /// <param name="sections">The sections.</param>
    /// <param name="pictures">The folder of the pictures, as seen from the page.</param>
    public static string Write(IEnumerable<ReportSection> sections, string pictures) => string.Join('\n', sections.Select(section => section.Write(pictures)));

    private string Write(string pictures)
    {
        Machine machine = Report.Machine;
        string warning = Report.IsQuick ? "A quick run: its figures mean nothing.\n\n" : "";
        string where = $"{machine.Server}, EF Core {machine.EFCore}, {machine.Provider}, {machine.Driver}, {machine.Cores} cores, {machine.Days()}.";
        return $"### {Title}\n\n{warning}{where}\n\n{string.Join('\n', Pictures.Select(picture => $"![{picture.Title}]({pictures}{picture.File})\n"))}{(Pictures.Count > 0 && Tables.Length > 0 ? "\n" : "")}{Tables}";
    }
}
