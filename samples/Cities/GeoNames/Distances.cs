using Cities.Model;

namespace Cities.GeoNames;

/// <summary>How far each city is from the most central city of its country: the one nearest to the mean of all.</summary>
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
