using Sync.Lists;
using Sync.Model;

namespace Sync.Rehearsal;

/// <summary>What is, or should be, stored of a city, but for the table's own key.</summary>
internal sealed record CityState(CityLine Line, DateTime? ClosedAt)
{
    public static CityState Of(City city)
        => new(new(city.Number, city.Name, city.Country, city.Admin1, city.Admin2, city.Latitude, city.Longitude), city.ClosedAt);
}
