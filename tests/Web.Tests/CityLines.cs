using System.Globalization;
using System.Text;

namespace Web.Tests;

/// <summary>CSV files of made-up cities, each in its own place.</summary>
internal static class CityLines
{
    public const string Header = "name,country,admin1,admin2,lat,lng\n";

    public static string File(int cities) => Header + Some(0, cities);

    public static string Some(int from, int count)
    {
        StringBuilder text = new();
        for (int city = from; city < from + count; city++)
            text.Append(CultureInfo.InvariantCulture, $"City {city},XX,01,,1.5,2.5\n");
        return text.ToString();
    }

    public static string Insert(int city)
        => $"INSERT INTO cities (Name, Country, Admin1, Admin2, Latitude, Longitude) VALUES ('City {city}', 'XX', '01', '', 1.5, 2.5)";
}
