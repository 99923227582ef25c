using System.Globalization;
using CsvHelper;
using Sync.Model;

namespace Sync.Lists;

/// <summary>A line of a list; the header names the columns, in any order.</summary>
[CsvRecord]
internal sealed partial record CityLine(int Number, string Name, string Country, string Admin1, string Admin2, decimal Lat, decimal Lng)
{
    public const string Header = "number,name,country,admin1,admin2,lat,lng";

    public City ToCity() => new()
    {
        Number = Number,
        Name = Name,
        Country = Country,
        Admin1 = Admin1,
        Admin2 = Admin2,
        Latitude = Lat,
        Longitude = Lng,
    };

    public string ToCsv() => string.Create(CultureInfo.InvariantCulture, $"{Number},{Quoted(Name)},{Country},{Quoted(Admin1)},{Quoted(Admin2)},{Lat},{Lng}");

    private static string Quoted(string text) => text.AsSpan().ContainsAny(",\"\r\n") ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
}
