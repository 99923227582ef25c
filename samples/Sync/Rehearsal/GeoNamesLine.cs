using CsvHelper;
using Sync.Lists;

namespace Sync.Rehearsal;

/// <summary>A line of data/cities.csv.gz.</summary>
[CsvRecord]
internal sealed partial record GeoNamesLine(string Name, string Country, string Admin1, string Admin2, decimal Lat, decimal Lng)
{
    public CityLine Numbered(int number) => new(number, Name, Country, Admin1, Admin2, Lat, Lng);
}
