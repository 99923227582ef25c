namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class TypeMappingOnMariaDb(MariaDbFixture server) : TypeMappingTests(server);
