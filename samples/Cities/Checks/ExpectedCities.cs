using System.Globalization;
using Cities.GeoNames;
using Cities.Model;

namespace Cities.Checks;

/// <summary>What the database should hold, from the files' codes and the entities' values; no parent's key is used.</summary>
internal sealed class ExpectedCities(GeoNamesFiles files)
{
    private readonly HashSet<string> _regions = [.. files.Regions.Select(row => row.Code)];
    private readonly HashSet<string> _districts = [.. files.Districts.Select(row => row.Code)];

    public long WithoutRegion => files.Cities.Count(row => !_regions.Contains(row.RegionCode));

    public long WithoutDistrict => files.Cities.Count(row => !_districts.Contains(row.DistrictCode));

    public static TableChecksum Regions(IEnumerable<Region> regions)
        => TableChecksum.Of(regions.Select(region => new object?[] { region.Id, region.Code, region.Name }));

    public static TableChecksum Districts(IEnumerable<District> districts)
        => TableChecksum.Of(districts.Select(district => new object?[] { district.Id, district.Code, district.Name, RegionOf(district.Code) }));

    public TableChecksum Cities(IEnumerable<City> cities) => TableChecksum.Of(cities.Select(Cells));

    private object?[] Cells(City city) =>
    [
        city.Id, city.Name, city.Country, city.Code, Known(_regions, RegionOf(city.Code)), Known(_districts, city.Code),
        Number(city.Latitude, "F5"), Number(city.Longitude, "F5"), city.SearchName, Number(city.DistanceKm, "F3"),
    ];

    // The first two parts: AE.01 of AE.01.101.
    private static string RegionOf(string code) => code[..code.IndexOf('.', code.IndexOf('.') + 1)];

    private static string? Known(HashSet<string> codes, string code) => codes.Contains(code) ? code : null;

    // With all the digits that the column has.
    private static string? Number(decimal? number, string format) => number?.ToString(format, CultureInfo.InvariantCulture);
}
