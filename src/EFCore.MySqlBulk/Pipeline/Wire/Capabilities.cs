namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>What client and server agree on; the upper half is MariaDB's own.</summary>
[Flags]
internal enum Capabilities : ulong
{
    None = 0,

    /// <summary>Cleared by MariaDB to say that it has capabilities of its own.</summary>
    LongPassword = 1 << 0,
    FoundRows = 1 << 1,
    LongFlag = 1 << 2,
    ConnectWithDatabase = 1 << 3,
    LocalFiles = 1 << 7,
    Protocol41 = 1 << 9,
    Tls = 1 << 11,
    Transactions = 1 << 13,
    SecureConnection = 1 << 15,
    MultiStatements = 1 << 16,
    MultiResults = 1 << 17,
    PreparedMultiResults = 1 << 18,
    PluginAuthentication = 1 << 19,
    ConnectAttributes = 1 << 20,
    PluginAuthenticationLengthEncoded = 1 << 21,
    DeprecateEof = 1 << 24,

    /// <summary>MariaDB: COM_STMT_BULK_EXECUTE.</summary>
    BulkOperations = 1UL << 34,
}
