using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

namespace Microsoft.EntityFrameworkCore;

/// <summary>A MySQL server of a given version.</summary>
public class MySqlServerVersion(Version version) : ServerVersion(version, ServerType.MySql)
{
    public MySqlServerVersion(string versionString)
        : this(Parse(versionString, ServerType.MySql).Version)
    {
    }
}
