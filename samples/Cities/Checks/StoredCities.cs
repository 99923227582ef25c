using Cities.Model;
using Microsoft.EntityFrameworkCore;

namespace Cities.Checks;

/// <summary>Asks the database, in hand-written SQL, what the bulk operations have stored.</summary>
internal sealed class StoredCities(CitiesContext context)
{
    private const string Regions = """
        SELECT COUNT(*) AS RowCount, CAST(COALESCE(SUM(CRC32(CONCAT_WS('|', r.Id, r.Code, r.Name))), 0) AS SIGNED) AS Checksum
        FROM regions AS r
        """;

    // A wrong key would join another parent, and its code would change the checksum.
    private const string Districts = """
        SELECT COUNT(*) AS RowCount, CAST(COALESCE(SUM(CRC32(CONCAT_WS('|', d.Id, d.Code, d.Name, r.Code))), 0) AS SIGNED) AS Checksum
        FROM districts AS d
        JOIN regions AS r ON r.Id = d.RegionId
        """;

    private const string Cities = """
        SELECT COUNT(*) AS RowCount,
               CAST(COALESCE(SUM(CRC32(CONCAT_WS('|', c.Id, c.Name, c.Country, c.Code, COALESCE(r.Code, '-'), COALESCE(d.Code, '-'),
                    c.Latitude, c.Longitude, COALESCE(c.SearchName, '-'), COALESCE(c.DistanceKm, '-')))), 0) AS SIGNED) AS Checksum
        FROM cities AS c
        LEFT JOIN regions AS r ON r.Id = c.RegionId
        LEFT JOIN districts AS d ON d.Id = c.DistrictId
        """;

    private const string Orphans = """
        SELECT COUNT(*) AS Value
        FROM cities AS c
        LEFT JOIN regions AS r ON r.Id = c.RegionId
        LEFT JOIN districts AS d ON d.Id = c.DistrictId
        WHERE (c.RegionId IS NOT NULL AND r.Id IS NULL) OR (c.DistrictId IS NOT NULL AND (d.Id IS NULL OR NOT d.RegionId <=> c.RegionId))
        """;

    // Looked up by code: if the parent existed, the city would have to point to it.
    private const string Unclaimed = """
        SELECT COUNT(*) AS Value
        FROM cities AS c
        LEFT JOIN regions AS r ON r.Code = SUBSTRING_INDEX(c.Code, '.', 2)
        LEFT JOIN districts AS d ON d.Code = c.Code
        WHERE (c.RegionId IS NULL AND r.Id IS NOT NULL) OR (c.DistrictId IS NULL AND d.Id IS NOT NULL)
        """;

    private const string WithoutRegion = "SELECT COUNT(*) AS Value FROM cities WHERE RegionId IS NULL";

    private const string WithoutDistrict = "SELECT COUNT(*) AS Value FROM cities WHERE DistrictId IS NULL";

    private const string Repeated = """
        SELECT COUNT(*) AS Value
        FROM (SELECT 1 FROM cities GROUP BY Name COLLATE utf8mb4_bin, Country, RegionId, DistrictId HAVING COUNT(*) > 1) AS repeated
        """;

    public Task<TableChecksum> RegionsAsync(CancellationToken cancellationToken) => OneAsync<TableChecksum>(Regions, cancellationToken);

    public Task<TableChecksum> DistrictsAsync(CancellationToken cancellationToken) => OneAsync<TableChecksum>(Districts, cancellationToken);

    public Task<TableChecksum> CitiesAsync(CancellationToken cancellationToken) => OneAsync<TableChecksum>(Cities, cancellationToken);

    /// <summary>Cities whose region or district does not exist, or whose district is in another region.</summary>
    public Task<long> OrphansAsync(CancellationToken cancellationToken) => OneAsync<long>(Orphans, cancellationToken);

    /// <summary>Cities whose parent exists, but is not set.</summary>
    public Task<long> UnclaimedAsync(CancellationToken cancellationToken) => OneAsync<long>(Unclaimed, cancellationToken);

    public Task<long> WithoutRegionAsync(CancellationToken cancellationToken) => OneAsync<long>(WithoutRegion, cancellationToken);

    public Task<long> WithoutDistrictAsync(CancellationToken cancellationToken) => OneAsync<long>(WithoutDistrict, cancellationToken);

    /// <summary>Names that occur more than once in a district.</summary>
    public Task<long> RepeatedAsync(CancellationToken cancellationToken) => OneAsync<long>(Repeated, cancellationToken);

    private async Task<T> OneAsync<T>(string sql, CancellationToken cancellationToken)
        => (await context.Database.SqlQueryRaw<T>(sql).ToListAsync(cancellationToken)).Single();
}
