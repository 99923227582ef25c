using System.Data.Common;
using System.Reflection;
using System.Runtime.Loader;

namespace EFCore.MySqlBulk.IntegrationTests.DriverStreams;

/// <summary>A version of MySqlConnector beside the one that the tests run on, loaded from its package.</summary>
public sealed class DriverVersion : AssemblyLoadContext
{
    private readonly Type _connection;

    /// <param name="version">The version, one of <see cref="Known" />.</param>
    public DriverVersion(string version)
        : base(version)
    {
        string folder = Path.Combine(Metadata("PackageRoot"), "mysqlconnector", version, "lib");
        string framework = Directory.GetDirectories(folder, "net*.0").Where(path => !path.Contains("standard", StringComparison.Ordinal)).Order(StringComparer.Ordinal).Last();
        _connection = LoadFromAssemblyPath(Path.Combine(framework, "MySqlConnector.dll")).GetType("MySqlConnector.MySqlConnection", throwOnError: true)!;
    }

    /// <summary>The versions that the feeds have, as the project lists them: the next one is one line there.</summary>
    public static IEnumerable<TheoryDataRow<string>> Known => Metadata("DriverVersions").Split(';').Select(version => new TheoryDataRow<string>(version));

    /// <summary>A connection of this version, not open yet.</summary>
    public DbConnection Connection(string connectionString)
    {
        DbConnection connection = (DbConnection)Activator.CreateInstance(_connection)!;
        connection.ConnectionString = connectionString;
        return connection;
    }

    private static string Metadata(string key)
        => typeof(DriverVersion).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;
}
