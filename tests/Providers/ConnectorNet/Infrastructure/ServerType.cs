namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

/// <summary>The two families of servers.</summary>
public enum ServerType
{
    MySql,
    MariaDb,
}
