using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Plots;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>
/// All parts, one after another, and the pictures. Each part is a process of its own, which prints as it goes and resumes from its results file:
/// no part is measured with the memory and the compiled code of the one before.
/// </summary>
internal sealed class ReportRun(ReportArguments arguments, IProgress<string> progress, CancellationToken token)
{
    public const string PageName = "report.md";

    /// <summary>Whether every part ran to its end.</summary>
    public async Task<bool> RunAsync()
    {
        Directory.CreateDirectory(arguments.Folder);
        List<string> failed = [];
        foreach (ReportPart part in arguments.Parts)
        {
            progress.Report($"{part.Name}: {part.Description} …");
            // The part prints its tables below.
            Console.WriteLine($"\n## {part.Name}\n");
            if (await RunAsync(part) != 0)
                failed.Add(part.Name);
            token.ThrowIfCancellationRequested();
            await DrawAsync(arguments.Folder);
        }
        progress.Report(failed.Count == 0 ? $"Everything is in {arguments.Folder}." : $"Not finished, or failed: {string.Join(", ", failed)}. The same command goes on there.");
        return failed.Count == 0;
    }

    /// <summary>Draws what the results files of a folder have, and writes the page that shows it.</summary>
    public static async Task DrawAsync(string folder)
    {
        ReportSection[] sections = [.. ReportPart.SectionsIn(folder)];
        foreach (Picture picture in sections.SelectMany(section => section.Pictures))
            await File.WriteAllTextAsync(Path.Combine(folder, picture.File), picture.Draw());
        if (sections.Length > 0)
            await File.WriteAllTextAsync(Path.Combine(folder, PageName), $"# Report\n\n{ReportSection.Write(sections, pictures: "")}");
    }

    private async Task<int> RunAsync(ReportPart part)
    {
        // An interruption from the terminal reaches both processes; the part tidies up and ends by itself.
        using Process process = Process.Start(new ProcessStartInfo(ExternalProgram.OwnPath(), part.Words(arguments.Folder, arguments.IsQuick)))!;
        await process.WaitForExitAsync(CancellationToken.None);
        return process.ExitCode;
    }
}
