using Sync.Lists;

namespace Sync.Rehearsal;

/// <summary>What the source publishes on a day.</summary>
/// <param name="Date">The day.</param>
/// <param name="Country">Null for a list of all cities.</param>
/// <param name="Lines">The list.</param>
internal sealed record Publication(DateOnly Date, string? Country, IReadOnlyList<CityLine> Lines)
{
    /// <summary>Writes the list under another name and renames it when it is complete, so that nobody reads half of it.</summary>
    public async Task WriteToAsync(CityFolder folder, CancellationToken cancellationToken)
    {
        string file = Path.Combine(folder.Path, CityList.NameOf(Date, Country));
        string unfinished = file + ".part";
        await File.WriteAllLinesAsync(unfinished, Lines.Select(line => line.ToCsv()).Prepend(CityLine.Header), cancellationToken);
        File.Move(unfinished, file);
    }
}
