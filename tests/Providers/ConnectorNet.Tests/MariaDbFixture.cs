using TestServers;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class MariaDbFixture() : ServerFixture(ServerKind.MariaDb);
