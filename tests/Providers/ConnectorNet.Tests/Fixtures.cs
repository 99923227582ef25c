using EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

[assembly: AssemblyFixture(typeof(MySqlFixture))]
[assembly: AssemblyFixture(typeof(MariaDbFixture))]
