using TestServers;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class MySqlFixture() : ServerFixture(ServerKind.MySql);
