namespace EFCore.MySqlBulk.Planning;

/// <summary>Whose server answers.</summary>
internal enum ServerFlavor
{
    MySql,
    MariaDb,

    /// <summary>Speaks the protocol but is neither (TiDB, Vitess, OceanBase, …): it gets the common subset, and no generated key is computed.</summary>
    Other,
}
