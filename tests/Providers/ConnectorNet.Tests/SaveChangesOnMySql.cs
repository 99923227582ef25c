namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class SaveChangesOnMySql(MySqlFixture server) : SaveChangesTests(server);
