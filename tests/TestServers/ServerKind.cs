namespace TestServers;

/// <summary>Which server a test asks for.</summary>
public enum ServerKind
{
    /// <summary>MySQL 9.7.</summary>
    MySql,

    /// <summary>MariaDB 10.11, or the version in <c>MYSQLBULK_MARIADB_VERSION</c>.</summary>
    MariaDb,
}
