namespace TestServers;

/// <summary>The differences between the two servers when looking for one.</summary>
internal sealed record ServerProduct
{
    private static readonly ServerProduct MySql = new()
    {
        Kind = ServerKind.MySql,
        Name = "MySQL 9.7",
        ConnectionVariable = "MYSQLBULK_CONNECTION",
        Daemons = ["mysqld"],
        Images = ["mysql:9.7", "mysql:latest"],
        PasswordVariable = "MYSQL_ROOT_PASSWORD",
        Package = "mysql-server-core",
    };

    private static readonly ServerProduct MariaDb = new()
    {
        Kind = ServerKind.MariaDb,
        Name = "MariaDB 10.11",
        ConnectionVariable = "MYSQLBULK_MARIADB_CONNECTION",
        Daemons = ["mariadbd", "mysqld"],
        Images = ["mariadb:10.11"],
        PasswordVariable = "MARIADB_ROOT_PASSWORD",
        Package = "mariadb-server-core",
    };

    public required ServerKind Kind { get; init; }

    /// <summary>The name with the version the tests are written for.</summary>
    public required string Name { get; init; }

    /// <summary>The environment variable that names an existing server.</summary>
    public required string ConnectionVariable { get; init; }

    public required IReadOnlyList<string> Daemons { get; init; }

    /// <summary>Container images, the preferred one first.</summary>
    public required IReadOnlyList<string> Images { get; init; }

    /// <summary>The variable with which the image gets root's password.</summary>
    public required string PasswordVariable { get; init; }

    /// <summary>The distribution's package that holds the server.</summary>
    public required string Package { get; init; }

    public static ServerProduct Of(ServerKind kind) => kind is ServerKind.MySql ? MySql : MariaDb;
}
