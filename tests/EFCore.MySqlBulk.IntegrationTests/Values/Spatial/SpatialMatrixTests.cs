using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>Values of the driver's own spatial type.</summary>
[BothServers]
public abstract class SpatialMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    [Theory]
    [InlineData("geometry")]
    [InlineData("point")]
    public Task A_spatial_value_is_stored_alike(string storeType)
        => ClassesAsync(p => ((IMutableProperty)p.Metadata).SetTypeMapping(new PlaceMapping(storeType)), Place.At(0, 1, 2), Place.At(0, -1.5, 0.1), Place.At(4326, 10, 20));
}
