using CsvHelper;

namespace Web;

/// <summary>A line of the file; the header names the columns, in any order.</summary>
[CsvRecord]
internal sealed partial record CityLine(string Name, string Country, string Admin1, string Admin2, decimal Lat, decimal Lng)
{
    public City ToCity() => new() { Name = Name, Country = Country, Admin1 = Admin1, Admin2 = Admin2, Latitude = Lat, Longitude = Lng };
}
