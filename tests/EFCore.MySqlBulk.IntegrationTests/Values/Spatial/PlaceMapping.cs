using System.Data.Common;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
#if CONNECTORNET
using MySql.Data.MySqlClient;
using MySql.Data.Types;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>Maps places to the driver's own spatial type and tells the driver so, as Pomelo's plugin for NetTopologySuite does.</summary>
internal sealed class PlaceMapping : RelationalTypeMapping
{
    private static readonly ValueConverter<Place, MySqlGeometry> Converting = new(
#if CONNECTORNET
        place => new(MySqlDbType.Geometry, Convert.FromHexString(place.Digits)),
#else
        place => MySqlGeometry.FromMySql(Convert.FromHexString(place.Digits)),
#endif
        geometry => new(Convert.ToHexString(geometry.Value)));

    public PlaceMapping(string storeType)
        : this(new RelationalTypeMappingParameters(new(typeof(Place), Converting), storeType))
    {
    }

    private PlaceMapping(RelationalTypeMappingParameters parameters)
        : base(parameters)
    {
    }

    public override MethodInfo GetDataReaderMethod() => typeof(MySqlDataReader).GetMethod(nameof(MySqlDataReader.GetMySqlGeometry), [typeof(int)])!;

    protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) => new PlaceMapping(parameters);

    protected override void ConfigureParameter(DbParameter parameter) => ((MySqlParameter)parameter).MySqlDbType = MySqlDbType.Geometry;
}
