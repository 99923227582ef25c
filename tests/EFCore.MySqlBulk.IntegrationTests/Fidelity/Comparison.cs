using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>Compares what was seen with what <c>SaveChanges</c> leaves.</summary>
internal sealed class Comparison(Setting setting)
{
    private readonly List<string> _differences = [];

    /// <summary>What is not the same, with both sides.</summary>
    public IReadOnlyList<string> Differences => _differences;

    /// <summary>The number of stored values that were compared.</summary>
    public long Cells { get; private set; }

    /// <summary>Each operation, why the way refuses it, and what <c>SaveChanges</c> fails with.</summary>
    public List<(Operation Operation, string? Refusal, Exception? Failure)> Operations { get; } = [];

    public Comparison Compare(List<Seen> expected, List<Seen> actual)
    {
        if (expected.Count != actual.Count)
            Differ("operations", $"{expected.Count}, the last: {expected[^1].Failure}", $"{actual.Count}, the last: {actual[^1].Failure}");
        for (int i = 0; i < Math.Min(expected.Count, actual.Count); i++)
        {
            Operations.Add(((Operation)i, actual[i].Refusal, expected[i].Failure));
            Compare((Operation)i, expected[i], actual[i]);
        }

        return this;
    }

    private void Compare(Operation operation, Seen expected, Seen actual)
    {
        if ((expected.Failure is null) != (actual.Failure is null))
            Differ($"{operation}: failure", $"{expected.Failure}", $"{actual.Failure}");
        else if (expected.Failure is { } failure)
            CompareFailures(operation, failure, actual.Failure!);
        foreach ((StoredTable should, StoredTable stored) in expected.Stored.Zip(actual.Stored))
            CompareTables(operation, should, stored);
        CompareLines($"{operation}: entities", expected.Entities, actual.Entities);
        CompareLines($"{operation}: read back", expected.Read, actual.Read);
        CompareLines($"{operation}: tracked", setting.Way.IsTracked ? expected.Tracked : [], actual.Tracked);
    }

    private void CompareFailures(Operation operation, Exception expected, Exception actual)
    {
        (int should, int number) = (Trouble.Number(expected), Trouble.Number(actual));
        // What never reached the server has no number: our calls look at some values before they are sent.
        if (number != 0 && should != number)
            Differ($"{operation}: error number", $"{expected}", $"{actual}");
        if (setting.Way is SaveWay && expected.GetType() != actual.GetType())
            Differ($"{operation}: exception", $"{expected}", $"{actual}");
    }

    private void CompareTables(Operation operation, StoredTable expected, StoredTable actual)
    {
        if (expected.Rows.Count != actual.Rows.Count)
            Differ($"{operation}: rows of {expected.Name}", $"{expected.Rows.Count}", $"{actual.Rows.Count}");
        foreach ((string?[] should, string?[] row) in expected.Rows.Zip(actual.Rows))
        {
            for (int i = 0; i < should.Length; i++)
            {
                if (should[i] != row[i])
                    Differ($"{operation}: {expected.Name}.{expected.Columns[i]}", should[i] ?? "NULL", row[i] ?? "NULL");
            }

            Cells += should.Length;
        }
    }

    private void CompareLines(string what, List<string> expected, List<string> actual)
    {
        if (expected.Count != actual.Count)
            Differ(what, $"{expected.Count}", $"{actual.Count}: {actual.FirstOrDefault()}");
        foreach ((string should, string line) in expected.Zip(actual).Where(pair => pair.First != pair.Second).Take(1))
            Differ(what, Part(should, line), Part(line, should));
    }

    // A line holds dozens of values.
    private static string Part(string line, string other)
    {
        int from = line.Zip(other).TakeWhile(pair => pair.First == pair.Second).Count();
        int before = Math.Max(0, line.LastIndexOf(' ', Math.Max(0, Math.Min(from, line.Length) - 1)));
        return line[before..Math.Min(line.Length, before + 120)];
    }

    private void Differ(string what, string expected, string actual) => _differences.Add($"{what}\n  SaveChanges: {expected}\n  {setting.Way}: {actual}");
}
