namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class MySqlFixture : ServerFixture
{
    protected override string Address => "Server=127.0.0.1;Port=33061;User ID=root";
}
