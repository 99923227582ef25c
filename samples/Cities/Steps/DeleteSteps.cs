using Cities.Model;
using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;

namespace Cities.Steps;

/// <summary>Deletes cities by their keys alone: those that repeat another, and those of three countries.</summary>
internal sealed class DeleteSteps(CitiesContext context, StepRunner runner)
{
    private const int Countries = 3;

    /// <summary>Keeps the first of the cities that have one name in one district, and deletes the others.</summary>
    /// <returns>The cities that are left.</returns>
    public async Task<IReadOnlyList<City>> DeleteRepeatedAsync(IReadOnlyList<City> cities, CancellationToken cancellationToken)
    {
        List<City> kept = [.. cities.DistinctBy(city => (city.Name, city.Country, city.RegionId, city.DistrictId))];
        List<int> keys = [.. cities.Except(kept).Select(city => city.Id)];
        await DeleteAsync("Delete repeated cities", keys, cancellationToken);
        return kept;
    }

    /// <summary>Deletes all cities of the three countries that have the most.</summary>
    /// <returns>The countries.</returns>
    public async Task<IReadOnlyList<string>> DeleteCountriesAsync(CancellationToken cancellationToken)
    {
        List<string> countries = await context.Cities
            .GroupBy(city => city.Country)
            .OrderByDescending(country => country.Count()).ThenBy(country => country.Key)
            .Select(country => country.Key)
            .Take(Countries)
            .ToListAsync(cancellationToken);
        List<int> keys = await context.Cities
            .AsNoTracking()
            .Where(city => countries.Contains(city.Country))
            .Select(city => city.Id)
            .ToListAsync(cancellationToken);
        await DeleteAsync($"Delete {string.Join(", ", countries)}", keys, cancellationToken);
        return countries;
    }

    private Task DeleteAsync(string title, IReadOnlyList<int> keys, CancellationToken cancellationToken) => runner.RunAsync(
        title,
        keys.Count,
        (slice, count) => slice.RemoveRange(keys.Take(count).Select(key => new City { Id = key })),
        progress => context.Cities.BulkDeleteByKeyAsync(keys, new() { Progress = progress }, cancellationToken),
        cancellationToken);
}
