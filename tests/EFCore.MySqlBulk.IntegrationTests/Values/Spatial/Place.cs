namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>A point: the bytes that servers store, in hexadecimal digits.</summary>
public sealed record Place(string Digits)
{
    private const byte LittleEndian = 1;
    private const int Point = 1;

    public static Place At(int srid, double x, double y)
        => new(Convert.ToHexString([.. BitConverter.GetBytes(srid), LittleEndian, .. BitConverter.GetBytes(Point), .. BitConverter.GetBytes(x), .. BitConverter.GetBytes(y)]));
}
