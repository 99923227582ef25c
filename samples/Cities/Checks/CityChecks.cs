using System.Globalization;
using Cities.Model;

namespace Cities.Checks;

/// <summary>Compares what is stored with what was given, after each kind of operation.</summary>
internal sealed class CityChecks(ExpectedCities expected, StoredCities stored)
{
    private readonly List<Check> _results = [];

    public IReadOnlyList<Check> Results => _results;

    public async Task AfterInsertAsync(Places places, CancellationToken cancellationToken)
    {
        Add("regions", ExpectedCities.Regions(places.Regions), await stored.RegionsAsync(cancellationToken));
        Add("districts, with their regions", ExpectedCities.Districts(places.Districts), await stored.DistrictsAsync(cancellationToken));
        Add("cities, with their districts and regions", expected.Cities(places.Cities), await stored.CitiesAsync(cancellationToken));
        Add("cities whose region is in no list", expected.WithoutRegion, await stored.WithoutRegionAsync(cancellationToken));
        Add("cities whose district is in no list", expected.WithoutDistrict, await stored.WithoutDistrictAsync(cancellationToken));
        Add("cities whose parent is there, but not set", 0, await stored.UnclaimedAsync(cancellationToken));
        Add("cities with a wrong parent", 0, await stored.OrphansAsync(cancellationToken));
    }

    public async Task AfterUpdateAsync(IReadOnlyList<City> cities, CancellationToken cancellationToken)
        => Add("cities after the update", expected.Cities(cities), await stored.CitiesAsync(cancellationToken));

    /// <param name="places">What was inserted.</param>
    /// <param name="left">The cities that should be left.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public async Task AfterDeleteAsync(Places places, IEnumerable<City> left, CancellationToken cancellationToken)
    {
        Add("cities after the deletes", expected.Cities(left), await stored.CitiesAsync(cancellationToken));
        Add("cities that repeat another", 0, await stored.RepeatedAsync(cancellationToken));
        Add("cities with a wrong parent, at the end", 0, await stored.OrphansAsync(cancellationToken));
        Add("districts at the end", ExpectedCities.Districts(places.Districts), await stored.DistrictsAsync(cancellationToken));
        Add("regions at the end", ExpectedCities.Regions(places.Regions), await stored.RegionsAsync(cancellationToken));
    }

    private void Add(string question, long expectedRows, long storedRows) => _results.Add(new(question, Text(expectedRows), Text(storedRows)));

    private void Add(string question, TableChecksum given, TableChecksum found) => _results.Add(new(question, $"{given}", $"{found}"));

    private static string Text(long rows) => rows.ToString("N0", CultureInfo.InvariantCulture);
}
