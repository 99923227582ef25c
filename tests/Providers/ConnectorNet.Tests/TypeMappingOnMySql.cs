namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class TypeMappingOnMySql(MySqlFixture server) : TypeMappingTests(server);
