namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The parsed command line behind <c>report</c>.</summary>
internal sealed record ReportArguments
{
    /// <summary>The word that asks for a report.</summary>
    public const string Verb = "report";

    public static string Usage { get; } = $"""
        Measures everything, one part after another, and draws pictures of it.

          {Verb}                   all parts, in hours
          --part NAME              only this part (may be said several times)
          --out DIR                the folder of the results files, of the pictures and of report.md (default: report)
          --quick                  few rows and rounds: shows that everything works, not how fast it is
          --help                   this text

        Each measurement is printed, and in the results file of its part, as soon as it is finished. The same command after an interruption goes on there: a part whose
        file has everything is not measured again. To measure again, delete the file. The parts are

        {string.Join('\n', ReportPart.All.Select(part => $"  {part.Name,-22} {part.Description}"))}
        """;

    public IReadOnlyList<ReportPart> Parts { get; init; } = ReportPart.All;

    public string Folder { get; init; } = "report";

    public bool IsQuick { get; init; }

    public bool WantsHelp { get; init; }

    /// <exception cref="ArgumentException">An argument is unknown, lacks its value or has an invalid one.</exception>
    public static ReportArguments Parse(IReadOnlyList<string> words)
    {
        ReportArguments arguments = new();
        List<string> names = [];
        Queue<string> rest = new(words);
        while (rest.TryDequeue(out string? word))
        {
            switch (word)
            {
                case "--part":
                    names.Add(PartOf(Arguments.Value(word, rest)).Name);
                    break;
                case "--out":
                    arguments = arguments with { Folder = Arguments.Value(word, rest) };
                    break;
                case "--quick":
                    arguments = arguments with { IsQuick = true };
                    break;
                case "--help" or "-h":
                    arguments = arguments with { WantsHelp = true };
                    break;
                default:
                    throw new ArgumentException($"unknown argument {word}");
            }
        }
        return names.Count == 0 ? arguments : arguments with { Parts = [.. ReportPart.All.Where(part => names.Contains(part.Name))] };
    }

    private static ReportPart PartOf(string name) => ReportPart.All.FirstOrDefault(part => part.Name == name)
        ?? throw new ArgumentException($"--part is {string.Join(", ", ReportPart.All.Select(part => part.Name))}, not {name}");
}
