namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class SaveChangesOnMariaDb(MariaDbFixture server) : SaveChangesTests(server);
