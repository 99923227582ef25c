using Microsoft.EntityFrameworkCore;
using Sync.Model;

namespace Sync.Rehearsal;

/// <summary>What is stored, read with a plain query.</summary>
internal sealed class StoredTable(IReadOnlyDictionary<int, City> cities)
{
    public static StoredTable Empty { get; } = new(new Dictionary<int, City>());

    public int Rows => cities.Count;

    public static async Task<StoredTable> ReadAsync(CitiesContext context, CancellationToken cancellationToken)
        => new(await context.Cities.AsNoTracking().ToDictionaryAsync(city => city.Number, cancellationToken));

    /// <summary>How many rows are missing, too many, or not as expected.</summary>
    public long DifferencesFrom(ExpectedTable expected)
        => cities.Keys.Union(expected.Cities.Keys).Count(number => StateOf(number) != expected.Cities.GetValueOrDefault(number));

    /// <summary>How many rows have another key than before: they were deleted and inserted again.</summary>
    public long NewKeysSince(StoredTable before) => cities.Values.Count(city => before.IdOf(city.Number) is { } id && id != city.Id);

    private CityState? StateOf(int number) => cities.TryGetValue(number, out City? city) ? CityState.Of(city) : null;

    private int? IdOf(int number) => cities.TryGetValue(number, out City? city) ? city.Id : null;
}
