using System.Globalization;

namespace TestServers;

/// <summary>A package that apt would download.</summary>
internal sealed record AptPackage(string Name, long Bytes)
{
    /// <summary>Reads the lines 'address' name_version_architecture.deb size checksum.</summary>
    public static IEnumerable<AptPackage> Parse(string printedUris) =>
        from line in printedUris.Split('\n')
        where line.StartsWith('\'')
        let words = line.Split(' ')
        select new AptPackage(words[1].Split('_')[0], long.Parse(words[2], CultureInfo.InvariantCulture));
}
