using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>docs/fidelity.md. A cell has the notes of each server: <c>=</c>, or why a value could not be compared.</summary>
internal sealed class FidelityPage
{
    private const string Equal = "=";

    private const string Nothing = "–";

    private const string TypesTitle = "## Types";

    private const string WaysTitle = "## Mappings";

    private const string NotesTitle = "## Notes";

    private const string Introduction = """
        # Fidelity

        The promise is what `SaveChanges` does. A test stores the same rows by `SaveChanges` (inserts, changes and deletes them) and in every other way, and compares after each step the rows of
        all tables (each value in its bytes), the entities in memory, what a context reads back, and what the context tracks. The values are edge values and generated ones. The same values have to come
        out, synchronously and asynchronously, in six modes (`sql_mode`) and six cultures.

        This page is written by that test, on EF Core 10 with the Connector/NET provider of this repository. The other variants are compared too.

        - `=`: everything is equal.
        - `–`: there is no such thing, such as a key of a type that cannot be one, or untracked rows whose values only a context can hold; or the generated keys cannot be foretold (`LoadData` with a table per type).
        - A number: see the [notes](#notes). A cell with `=` and a number is equal in the rest.
        - Two marks with `/` between: MySQL, MariaDB.

        Spatial columns and JSON documents are mapped as Pomelo's plugins map them, and in the variant `PomeloPlugins` by the plugins themselves.

        What is left out of the comparison, because only the drivers differ there: `-0` (Connector/NET stores it as `0`, and calls as `-0`), the largest `float`, which Connector/NET rounds up until
        it does not fit, and keys and tokens of `float` such as 0.1, which calls find but `SaveChanges` does not. In a session that is not strict, values that do not fit are refused by
        calls and cut off by `SaveChanges`.

        Values that the last complete run has compared:


        """;

    private static readonly Lock OneAtATime = new();

    private static readonly string[] Mappings = [.. WideMappings.All.Select(mapping => mapping.Name), .. TypeRole.All.Select(role => role.Name)];

    // How many values each server's last full run has compared.
    private readonly SortedDictionary<ServerKind, string> _counts = [];

    private readonly Dictionary<(bool OfTypes, string Row, string Column), Dictionary<ServerKind, SortedSet<string>>> _cells = [];

    private FidelityPage()
    {
    }

    /// <summary>Compares a run with the page, or writes it with <c>UPDATE_DOCS=1</c>.</summary>
    /// <param name="kind">The server.</param>
    /// <param name="result">What the run has seen.</param>
    /// <param name="isFull">The run has to see all that the page says, and not only a part.</param>
    /// <param name="count">How many values it has compared.</param>
    /// <returns>Where the page is wrong.</returns>
    public static IReadOnlyList<string> Check(ServerKind kind, FidelityResult result, bool isFull, string count)
    {
        lock (OneAtATime)
        {
            string path = Build.PathOf("docs/fidelity.md");
            FidelityPage page = new();
            if (File.Exists(path))
                page.Read(File.ReadAllLines(path));
            if (Environment.GetEnvironmentVariable("UPDATE_DOCS") != "1")
                return [.. page.Wrong(kind, result, isFull)];
            page.Update(kind, result, isFull, count);
            File.WriteAllText(path, page.Text());
            return [];
        }
    }

    private static IEnumerable<((bool OfTypes, string Row, string Column) Cell, SortedSet<string> Notes)> Seen(FidelityResult result)
        => [
            .. result.Types.Select(cell => ((true, cell.Key.Row, cell.Key.Column), Notes(cell.Value))),
            .. result.Ways.Select(cell => ((false, cell.Key.Row, cell.Key.Column), Notes(cell.Value))),
        ];

    // The operations that have a reason in common share a note.
    private static SortedSet<string> Notes(HashSet<Outcome> outcomes)
        => new(outcomes.GroupBy(outcome => outcome.Reason).Select(same => same.Key.Length == 0 ? Equal : Note(same)), StringComparer.Ordinal);

    private static string Note(IGrouping<string, Outcome> same)
        => string.Join(", ", same.Select(outcome => outcome.Operation).Where(operation => operation.Length > 0)) is { Length: > 0 } operations ? $"{operations}: {same.Key}" : same.Key;

    private static string[] Split(string line) => [.. line.Trim().Trim('|').Split('|').Select(cell => cell.Trim())];

    private IEnumerable<string> Wrong(ServerKind kind, FidelityResult result, bool isFull)
    {
        HashSet<(bool, string, string)> seen = [];
        foreach (((bool OfTypes, string Row, string Column) cell, SortedSet<string> notes) in Seen(result))
        {
            seen.Add(cell);
            SortedSet<string> stated = _cells.TryGetValue(cell, out Dictionary<ServerKind, SortedSet<string>>? kinds) && kinds.TryGetValue(kind, out SortedSet<string>? known) ? known : [];
            if (isFull ? !stated.SetEquals(notes) : !stated.IsSupersetOf(notes))
                yield return $"{cell.Row}, {cell.Column}, {kind}: it is '{string.Join("; ", notes)}', the page says '{string.Join("; ", stated)}'";
        }

        if (!isFull)
            yield break;
        foreach ((bool OfTypes, string Row, string Column) cell in _cells.Where(cell => cell.Value.ContainsKey(kind) && !seen.Contains(cell.Key)).Select(cell => cell.Key))
            yield return $"{cell.Row}, {cell.Column}, {kind}: the page has it, the run has not";
    }

    private void Update(ServerKind kind, FidelityResult result, bool isFull, string count)
    {
        if (isFull)
        {
            _counts[kind] = count;
            foreach (Dictionary<ServerKind, SortedSet<string>> kinds in _cells.Values)
                kinds.Remove(kind);
        }

        foreach (((bool OfTypes, string Row, string Column) cell, SortedSet<string> notes) in Seen(result))
            Add(cell, kind, notes);
    }

    private void Add((bool OfTypes, string Row, string Column) cell, ServerKind kind, IEnumerable<string> notes)
    {
        if (!_cells.TryGetValue(cell, out Dictionary<ServerKind, SortedSet<string>>? kinds))
            _cells[cell] = kinds = [];
        if (!kinds.TryGetValue(kind, out SortedSet<string>? known))
            kinds[kind] = known = new(StringComparer.Ordinal);
        known.UnionWith(notes);
    }

    private void Read(string[] lines)
    {
        Dictionary<string, string> notes = lines.SkipWhile(line => line != NotesTitle).Where(line => line.Length > 0 && char.IsDigit(line[0]))
            .ToDictionary(line => line[..line.IndexOf('.', StringComparison.Ordinal)], line => line[(line.IndexOf('.', StringComparison.Ordinal) + 2)..]);
        foreach (ServerKind kind in Enum.GetValues<ServerKind>())
        {
            if (lines.FirstOrDefault(line => line.StartsWith($"- {kind}: ", StringComparison.Ordinal)) is { } count)
                _counts[kind] = count[$"- {kind}: ".Length..];
        }

        ReadTable(lines, TypesTitle, notes, ofTypes: true, Mappings);
        ReadTable(lines, WaysTitle, notes, ofTypes: false, [.. Way.All.Select(way => way.Name)]);
    }

    private void ReadTable(string[] lines, string title, Dictionary<string, string> notes, bool ofTypes, string[] columns)
    {
        IEnumerable<string> section = lines.SkipWhile(line => line != title).Skip(1).TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal));
        foreach (string line in section.Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Skip(1))
        {
            string[] cells = Split(line);
            // The rows of mappings begin with their number.
            string row = ofTypes ? cells[0] : cells[0][(cells[0].IndexOf(' ', StringComparison.Ordinal) + 1)..];
            foreach ((string column, string cell) in columns.Zip(cells.Skip(1)))
            {
                string[] sides = cell.Split(" / ");
                foreach (ServerKind kind in Enum.GetValues<ServerKind>())
                {
                    string side = kind == ServerKind.MySql ? sides[0] : sides[^1];
                    if (side != Nothing)
                        Add((ofTypes, row, column), kind, side.Split(' ').Select(mark => mark == Equal ? Equal : notes[mark]));
                }
            }
        }
    }

    private string Text()
    {
        List<string> notes = [];
        StringBuilder text = new();
        string types = Table(
            TypesTitle, ["type", .. Mappings.Select((_, i) => Number(i))],
            StoredTypes.All.Select(type => (type.Name, Mappings.Select(mapping => Marks((true, type.Name, mapping), notes)))));
        string ways = Table(
            WaysTitle, ["mapping", .. Way.All.Select(way => way.Name)],
            Mappings.Select((mapping, i) => ($"{Number(i)}. {mapping}", Way.All.Select(way => Marks((false, mapping, way.Name), notes)))));
        text.Append(Introduction);
        foreach ((ServerKind kind, string count) in _counts)
            text.Append(CultureInfo.InvariantCulture, $"- {kind}: {count}\n");
        text.Append('\n').Append(types).Append('\n').Append(ways).Append('\n').Append(NotesTitle).Append("\n\n");
        for (int i = 0; i < notes.Count; i++)
            text.Append(CultureInfo.InvariantCulture, $"{i + 1}. {notes[i]}\n");
        return text.ToString();
    }

    private static string Number(int i) => (i + 1).ToString(CultureInfo.InvariantCulture);

    private static string Table(string title, string[] header, IEnumerable<(string Row, IEnumerable<string> Cells)> rows)
        => $"{title}\n\n| {string.Join(" | ", header)} |\n|{string.Concat(Enumerable.Repeat("---|", header.Length))}\n"
            + string.Concat(rows.Select(row => $"| {row.Row} | {string.Join(" | ", row.Cells)} |\n"));

    private string Marks((bool OfTypes, string Row, string Column) cell, List<string> notes)
    {
        if (!_cells.TryGetValue(cell, out Dictionary<ServerKind, SortedSet<string>>? kinds))
            return Nothing;
        string[] sides = [.. Enum.GetValues<ServerKind>().Select(Side)];
        return sides[0] == sides[1] ? sides[0] : $"{sides[0]} / {sides[1]}";

        string Side(ServerKind kind) => kinds.TryGetValue(kind, out SortedSet<string>? found) ? string.Join(' ', found.Select(note => Mark(note, notes))) : Nothing;
    }

    private static string Mark(string note, List<string> notes)
    {
        if (note == Equal)
            return note;
        if (!notes.Contains(note))
            notes.Add(note);
        return Number(notes.IndexOf(note));
    }
}
