using Cities.GeoNames;
using Cities.Model;
using EFCore.MySqlBulk;

namespace Cities.Steps;

/// <summary>Fills the three tables, parents first: BulkInsert writes the generated keys to the entities, and children take them from there.</summary>
internal sealed class InsertSteps(CitiesContext context, StepRunner runner, GeoNamesFiles files)
{
    public async Task<Places> RunAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<Region> regions = await InsertAsync("Insert regions", files.Regions.Select(RegionOf), cancellationToken);
        Dictionary<string, int> regionIds = regions.ToDictionary(region => region.Code, region => region.Id);

        IReadOnlyList<District> districts = await InsertAsync(
            "Insert districts", files.Districts.Select(row => DistrictOf(row, regionIds)), cancellationToken);
        Dictionary<string, int> districtIds = districts.ToDictionary(district => district.Code, district => district.Id);

        IReadOnlyList<City> cities = await InsertAsync(
            "Insert cities", files.Cities.Select(row => CityOf(row, regionIds, districtIds)), cancellationToken);
        return new(regions, districts, cities);
    }

    // Every enumeration of the source creates new entities, so SaveChanges gets its own.
    private async Task<IReadOnlyList<T>> InsertAsync<T>(string title, IEnumerable<T> source, CancellationToken cancellationToken)
        where T : class
    {
        List<T> rows = [.. source];
        await runner.RunAsync(
            title,
            rows.Count,
            (slice, count) => slice.AddRange(source.Take(count)),
            progress => context.BulkInsertAsync(rows, new() { Progress = progress }, cancellationToken),
            cancellationToken);
        return rows;
    }

    private static Region RegionOf(AreaRow row) => new() { Code = row.Code, Name = row.Name };

    private static District DistrictOf(AreaRow row, Dictionary<string, int> regionIds)
        => new() { Code = row.Code, Name = row.Name, RegionId = regionIds[row.RegionCode] };

    private static City CityOf(CityRow row, Dictionary<string, int> regionIds, Dictionary<string, int> districtIds) => new()
    {
        Name = row.Name,
        Country = row.Country,
        Code = row.DistrictCode,
        RegionId = regionIds.TryGetValue(row.RegionCode, out int regionId) ? regionId : null,
        DistrictId = districtIds.TryGetValue(row.DistrictCode, out int districtId) ? districtId : null,
        Latitude = row.Lat,
        Longitude = row.Lng,
    };
}
