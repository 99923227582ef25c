using Cities.Model;

namespace Cities.GeoNames;

/// <summary>A place on a globe of radius 1, seen from its centre: means and distances need no special case at the poles or the date line.</summary>
internal readonly record struct GlobePoint(double X, double Y, double Z)
{
    private const double EarthRadiusKm = 6371.0088;

    public static GlobePoint Of(City city)
    {
        (double sinLatitude, double cosLatitude) = Math.SinCos(double.DegreesToRadians((double)city.Latitude));
        (double sinLongitude, double cosLongitude) = Math.SinCos(double.DegreesToRadians((double)city.Longitude));
        return new(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude);
    }

    public static GlobePoint operator +(GlobePoint a, GlobePoint b) => new(a.X + b.X, a.Y + b.Y, a.Z + b.Z);

    /// <summary>The distance along the surface, computed from the straight line between the two.</summary>
    public double KilometresTo(GlobePoint other)
    {
        (double x, double y, double z) = (X - other.X, Y - other.Y, Z - other.Z);
        return 2 * EarthRadiusKm * Math.Asin(Math.Min(1, Math.Sqrt((x * x) + (y * y) + (z * z)) / 2));
    }

    /// <summary>How far this place lies in a direction; the larger, the nearer to it.</summary>
    public double Along(GlobePoint direction) => (X * direction.X) + (Y * direction.Y) + (Z * direction.Z);
}
