namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class MariaDbFixture : ServerFixture
{
    protected override string Address => "Server=127.0.0.1;Port=33071;User ID=root";
}
