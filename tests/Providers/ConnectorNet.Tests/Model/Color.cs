namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

internal enum Color
{
    None,
    Red = 7,
    Blue = -3,
}
