using Sync.Lists;

namespace Sync.Rehearsal;

/// <summary>The table as it should be after a list, and what should have happened to its rows: a plain comparison of the list with what was there, without a database.</summary>
internal sealed record ExpectedTable
{
    public static ExpectedTable Empty { get; } = new() { Cities = new Dictionary<int, CityState>() };

    /// <summary>By their numbers.</summary>
    public required IReadOnlyDictionary<int, CityState> Cities { get; init; }

    public long Inserted { get; private init; }

    public long Updated { get; private init; }

    public long Deleted { get; private init; }

    public long Unchanged { get; private init; }

    /// <summary>Rows that the list lacks, whatever becomes of them.</summary>
    public long Missing { get; private init; }

    /// <summary>Those of them that get the list's day.</summary>
    public long Marked { get; private init; }

    public long Written => Inserted + Updated + Deleted + Marked;

    public ExpectedTable After(Publication list)
    {
        Dictionary<int, CityState> after = new(Cities);
        foreach (CityLine line in list.Lines)
            after[line.Number] = new(line, null);
        HashSet<int> listed = [.. list.Lines.Select(line => line.Number)];
        List<CityState> missing = [.. Cities.Values.Where(city => !listed.Contains(city.Line.Number) && (list.Country is null || city.Line.Country == list.Country))];
        foreach (CityState city in missing)
        {
            if (list.Country is null)
                after.Remove(city.Line.Number);
            else
                after[city.Line.Number] = city with { ClosedAt = city.ClosedAt ?? list.Date.ToDateTime(TimeOnly.MinValue) };
        }

        return new()
        {
            Cities = after,
            Inserted = listed.Count(number => !Cities.ContainsKey(number)),
            Updated = listed.Count(number => Cities.TryGetValue(number, out CityState? before) && before != after[number]),
            Unchanged = listed.Count(number => Cities.TryGetValue(number, out CityState? before) && before == after[number]),
            Deleted = Cities.Keys.Count(number => !after.ContainsKey(number)),
            Missing = missing.Count,
            Marked = missing.Count(city => after.TryGetValue(city.Line.Number, out CityState? now) && now != city),
        };
    }
}
