namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class QueryOnMySql(MySqlFixture server) : QueryTests(server);
