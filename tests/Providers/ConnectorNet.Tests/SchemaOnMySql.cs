namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class SchemaOnMySql(MySqlFixture server) : SchemaTests(server);
