using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

namespace Microsoft.EntityFrameworkCore;

/// <summary>A MariaDB server of a given version.</summary>
public class MariaDbServerVersion(Version version) : ServerVersion(version, ServerType.MariaDb)
{
    public MariaDbServerVersion(string versionString)
        : this(Parse(versionString, ServerType.MariaDb).Version)
    {
    }
}
