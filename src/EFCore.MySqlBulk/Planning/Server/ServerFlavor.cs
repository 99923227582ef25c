namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>The kind of server.</summary>
internal enum ServerFlavor
{
    MySql,
    MariaDb,

    /// <summary>A server that speaks the protocol but is neither (TiDB, Vitess, OceanBase, …): only the common subset is used, and no generated key is computed.</summary>
    Other,
}
