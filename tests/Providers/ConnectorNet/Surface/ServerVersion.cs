using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using MySql.Data.MySqlClient;

namespace Microsoft.EntityFrameworkCore;

/// <summary>What server a context talks to: MySQL or MariaDB, and its version.</summary>
public abstract partial class ServerVersion(Version version, ServerType type)
{
    public virtual Version Version { get; } = version;

    public virtual ServerType Type { get; } = type;

    public virtual string TypeIdentifier => Type is ServerType.MariaDb ? "mariadb" : "mysql";

    /// <summary>Opens a short connection without a database and asks the server.</summary>
    public static ServerVersion AutoDetect(string connectionString)
    {
        using MySqlConnection connection = WithoutDatabase(connectionString);
        connection.Open();
        return Parse(connection.ServerVersion);
    }

    /// <inheritdoc cref="AutoDetect(string)" />
    public static async Task<ServerVersion> AutoDetectAsync(string connectionString, CancellationToken cancellationToken = default)
    {
        await using MySqlConnection connection = WithoutDatabase(connectionString);
        await connection.OpenAsync(cancellationToken);
        return Parse(connection.ServerVersion);
    }

    public static ServerVersion Parse(string versionString) => Parse(versionString, null);

    public static ServerVersion Parse(string versionString, ServerType? serverType) =>
        TryParse(versionString, serverType, out ServerVersion? serverVersion)
            ? serverVersion!
            : throw new InvalidOperationException(
                $"'{versionString}' is not a server version; expected something like '8.4.6' or '10.11.19-MariaDB'.");

    public static bool TryParse(string versionString, out ServerVersion? serverVersion) =>
        TryParse(versionString, null, out serverVersion);

    public static bool TryParse(string versionString, ServerType? serverType, out ServerVersion? serverVersion)
    {
        MatchCollection numbers = VersionNumber().Matches(versionString);
        ServerType type = serverType
            ?? (versionString.Contains("mariadb", StringComparison.OrdinalIgnoreCase) ? ServerType.MariaDb : ServerType.MySql);
        // MariaDB may greet with "5.5.5-10.11.19-MariaDB": the first number is there for old replication clients.
        int meant = type is ServerType.MariaDb && numbers.Count > 1 && numbers[0].Value == "5.5.5" ? 1 : 0;
        serverVersion = numbers.Count > meant ? Create(Version.Parse(numbers[meant].Value), type) : null;
        return serverVersion is not null;
    }

    public static ServerVersion Create(Version version, ServerType serverType) => serverType switch
    {
        ServerType.MySql => new MySqlServerVersion(version),
        ServerType.MariaDb => new MariaDbServerVersion(version),
        _ => throw new ArgumentOutOfRangeException(nameof(serverType), serverType, null),
    };

    public static ServerVersion Create(int major, int minor, int patch, ServerType serverType) =>
        Create(new Version(major, minor, patch), serverType);

    public override bool Equals(object? obj) => obj is ServerVersion other && other.Type == Type && other.Version == Version;

    public override int GetHashCode() => HashCode.Combine(Version, Type);

    public override string ToString() => $"{Version}-{TypeIdentifier}";

    private static MySqlConnection WithoutDatabase(string connectionString) =>
        new(new MySqlConnectionStringBuilder(connectionString) { Database = "", AutoEnlist = false, Pooling = false }.ConnectionString);

    [GeneratedRegex(@"\d+\.\d+(\.\d+)?")]
    private static partial Regex VersionNumber();
}
