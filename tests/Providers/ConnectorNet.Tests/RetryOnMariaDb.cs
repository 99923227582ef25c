namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class RetryOnMariaDb(MariaDbFixture server) : RetryTests(server);
