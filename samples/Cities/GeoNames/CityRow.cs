using CsvHelper;

namespace Cities.GeoNames;

/// <summary>A line of cities.csv.</summary>
[CsvRecord]
internal sealed partial record CityRow(string Name, string Country, string Admin1, string Admin2, decimal Lat, decimal Lng)
{
    public string RegionCode => $"{Country}.{Admin1}";

    public string DistrictCode => $"{Country}.{Admin1}.{Admin2}";
}
