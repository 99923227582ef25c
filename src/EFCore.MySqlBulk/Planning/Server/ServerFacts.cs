using System.Buffers;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>What is known of a server. The same for every session, so plans may be compared by it.</summary>
/// <param name="Flavor">The kind of server.</param>
/// <param name="Version">Its version; for <see cref="ServerFlavor.Other" /> that of the MySQL it imitates.</param>
/// <param name="MaxAllowedPacket">The size of its largest statement, in bytes.</param>
/// <param name="Identity">Identifies the server: host name, port, number in its cluster and version.</param>
internal sealed record ServerFacts(ServerFlavor Flavor, Version Version, long MaxAllowedPacket, string Identity)
{
    private static readonly SearchValues<char> NumberCharacters = SearchValues.Create("0123456789.");
    private static readonly string[] Imitators = ["TiDB", "Vitess", "OceanBase", "MatrixOne", "SingleStore", "StarRocks", "Doris", "Dolt"];

    /// <summary>Whether it has MySQL's <c>VALUES ROW(…)</c>, since 8.0.19.</summary>
    public bool HasValuesRow => Flavor == ServerFlavor.MySql && Version >= new Version(8, 0, 19);

    /// <summary>Whether it has MariaDB's <c>VALUES (…)</c> as a table, since 10.3.3.</summary>
    public bool HasValuesTable => Flavor == ServerFlavor.MariaDb && Version >= new Version(10, 3, 3);

    /// <summary>Whether a prepared <c>VALUES ROW(?)</c> keeps its types; tested on MySQL 9 only. MariaDB takes a column's width from its first row (error 1406).</summary>
    public bool HasPreparedValuesRow => Flavor == ServerFlavor.MySql && Version >= new Version(9, 0);

    /// <summary>Whether a multi-row insert without key values gets consecutive keys, the first of which the server reports.</summary>
    public bool HasConsecutiveKeys => Flavor != ServerFlavor.Other;

    /// <summary>Whether it has <c>JSON_TABLE</c>: MySQL since 8.0.4, MariaDB since 10.6.</summary>
    public static bool HasJsonTable(ServerFlavor flavor, Version version) => flavor switch
    {
        ServerFlavor.MySql => version >= new Version(8, 0, 4),
        ServerFlavor.MariaDb => version >= new Version(10, 6),
        _ => false,
    };

    /// <summary>Reads a server's <c>VERSION()</c> and <c>@@version_comment</c>.</summary>
    public static (ServerFlavor Flavor, Version Version) ParseVersion(string version, string comment)
    {
        string all = version + " " + comment;
        bool isMariaDb = all.Contains("MariaDB", StringComparison.OrdinalIgnoreCase);
        bool isOther = Imitators.Any(name => all.Contains(name, StringComparison.OrdinalIgnoreCase));
        // MariaDB may put "5.5.5-" before its version, for old replicas.
        string number = isMariaDb && version.StartsWith("5.5.5-", StringComparison.Ordinal) ? version[6..] : version;
        int end = number.AsSpan().IndexOfAnyExcept(NumberCharacters);
        string digits = (end < 0 ? number : number[..end]).Trim('.');
        Version parsed = Version.TryParse(digits, out Version? known) ? known : new(5, 7);
        return (isOther ? ServerFlavor.Other : isMariaDb ? ServerFlavor.MariaDb : ServerFlavor.MySql, parsed);
    }
}
