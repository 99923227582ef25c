using Cities.GeoNames;
using Cities.Model;
using EFCore.MySqlBulk;

namespace Cities.Steps;

/// <summary>Gives every city its search name and distance: a different value for each row, two columns of ten.</summary>
internal sealed class UpdateStep(CitiesContext context, StepRunner runner)
{
    public async Task RunAsync(IReadOnlyList<City> cities, CancellationToken cancellationToken)
    {
        Distances.Set(cities);
        foreach (City city in cities)
            city.SearchName = SearchNames.Of(city.Name);

        await runner.RunAsync(
            "Update cities",
            cities.Count,
            (slice, count) => Track(slice, cities.Take(count)),
            progress => context.BulkUpdateAsync(
                cities, new() { Update = c => new { c.SearchName, c.DistanceKm }, Progress = progress }, cancellationToken),
            cancellationToken);
    }

    private static void Track(CitiesContext slice, IEnumerable<City> cities)
    {
        foreach (City city in cities)
        {
            slice.Attach(city).Property(c => c.SearchName).IsModified = true;
            slice.Entry(city).Property(c => c.DistanceKm).IsModified = true;
        }
    }
}
