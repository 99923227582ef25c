namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class SchemaOnMariaDb(MariaDbFixture server) : SchemaTests(server);
