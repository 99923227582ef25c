namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class QueryOnMariaDb(MariaDbFixture server) : QueryTests(server);
