namespace TestServers;

/// <summary>The differences between the servers when looking for one.</summary>
internal sealed record ServerProduct
{
    /// <summary>The environment variable that asks for another MariaDB than 10.11.</summary>
    public const string VersionVariable = "MYSQLBULK_MARIADB_VERSION";

    private static readonly ServerProduct MySql = new()
    {
        Kind = ServerKind.MySql,
        Name = "MySQL 9.7",
        ConnectionVariable = "MYSQLBULK_CONNECTION",
        Daemons = ["mysqld"],
        Images = ["mysql:9.7", "mysql:latest"],
        PasswordVariable = "MYSQL_ROOT_PASSWORD",
        Packages = ["mysql-server-core"],
        UnpackedIn = "mysql-server-core",
        DebianSuite = "unstable",
        UbuntuSuite = "devel",
    };

    private static readonly ServerProduct MariaDb = new()
    {
        Kind = ServerKind.MariaDb,
        Name = "MariaDB 10.11",
        ConnectionVariable = "MYSQLBULK_MARIADB_CONNECTION",
        Daemons = ["mariadbd", "mysqld"],
        Images = ["mariadb:10.11"],
        PasswordVariable = "MARIADB_ROOT_PASSWORD",
        Packages = ["mariadb-server-core"],
        UnpackedIn = "mariadb-server-core",
        DebianSuite = "bookworm",
        UbuntuSuite = "noble",
    };

    private static readonly ServerProduct NewerMariaDb = MariaDb with
    {
        Name = "MariaDB 11.8",
        Images = ["mariadb:11.8"],
        UnpackedIn = "mariadb-server-core-11.8",
        DebianSuite = "trixie",
        UbuntuSuite = "devel",
        OnlyVersion = "11.8.",
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

    /// <summary>The distribution's packages that hold the server.</summary>
    public required IReadOnlyList<string> Packages { get; init; }

    /// <summary>Packages that are unpacked without what they ask for, which is the whole server with its scripts.</summary>
    public IReadOnlyList<string> Plugins { get; init; } = [];

    /// <summary>The folder of the cache that holds the unpacked packages.</summary>
    public required string UnpackedIn { get; init; }

    /// <summary>The release of Debian that has this version.</summary>
    public required string DebianSuite { get; init; }

    /// <summary>The release of Ubuntu that has this version.</summary>
    public required string UbuntuSuite { get; init; }

    /// <summary>What the version begins with, if no other one will do; null takes any.</summary>
    public string? OnlyVersion { get; init; }

    /// <summary>The same with what a cluster needs: MySQL's package has it, MariaDB's has not.</summary>
    /// <exception cref="ServerUnavailableException">The environment variable names a version that no source has.</exception>
    public static ServerProduct InCluster(ServerKind kind) => Of(kind) is var product && kind is ServerKind.MySql
        ? product
        : product with { Packages = [.. product.Packages, "galera-4"], UnpackedIn = product.UnpackedIn + "-galera" };

    /// <summary>MariaDB with the Spider engine.</summary>
    /// <exception cref="ServerUnavailableException">The environment variable names a version that no source has.</exception>
    public static ServerProduct WithSpider()
    {
        ServerProduct product = Of(ServerKind.MariaDb);
        return product with { Plugins = ["mariadb-plugin-spider"], UnpackedIn = product.UnpackedIn + "-spider" };
    }

    /// <exception cref="ServerUnavailableException">The environment variable names a version that no source has.</exception>
    public static ServerProduct Of(ServerKind kind) => kind is ServerKind.MySql ? MySql : Environment.GetEnvironmentVariable(VersionVariable) switch
    {
        null or "" or "10.11" => MariaDb,
        "11.8" => NewerMariaDb,
        string other => throw new ServerUnavailableException($"{VersionVariable} is \"{other}\", but the versions of MariaDB that can be started are 10.11 and 11.8."),
    };
}
