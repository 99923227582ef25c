using CsvHelper;

namespace Archive.Model;

/// <summary>A line of the file of cities; the columns that nothing needs are not read.</summary>
[CsvRecord]
internal sealed partial record CityLine(string Name, string Country, double Lat, double Lng);
