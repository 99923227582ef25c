using System.Data.Common;
using Microsoft.EntityFrameworkCore.Storage;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Maps text to JSON and tells the driver so. MariaDB refuses a parameter that is called JSON, even if it is NULL.</summary>
internal sealed class JsonTextMapping : RelationalTypeMapping
{
    public JsonTextMapping()
        : base("json", typeof(string))
    {
    }

    private JsonTextMapping(RelationalTypeMappingParameters parameters)
        : base(parameters)
    {
    }

    protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) => new JsonTextMapping(parameters);

    protected override void ConfigureParameter(DbParameter parameter) => ((MySqlParameter)parameter).MySqlDbType = MySqlDbType.JSON;
}
