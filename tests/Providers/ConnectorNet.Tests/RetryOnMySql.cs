namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class RetryOnMySql(MySqlFixture server) : RetryTests(server);
