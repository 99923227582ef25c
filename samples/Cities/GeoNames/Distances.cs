using Cities.Model;

namespace Cities.GeoNames;

/// <summary>The distance of each city from the most central city of its country, which is the one nearest to the mean of all.</summary>
internal static class Distances
{
    public static void Set(IEnumerable<City> cities)
    {
        foreach (IGrouping<string, City> country in cities.GroupBy(city => city.Country))
        {
            GlobePoint mean = country.Select(GlobePoint.Of).Aggregate((sum, point) => sum + point);
            GlobePoint center = country.Select(GlobePoint.Of).MaxBy(point => point.Along(mean));
            foreach (City city in country)
                city.DistanceKm = Math.Round((decimal)GlobePoint.Of(city).KilometresTo(center), 3);
        }
    }
}
