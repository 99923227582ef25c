namespace EFCore.MySqlBulk.Planning;

/// <summary>Every number that decides how rows travel, with where it comes from. "Limits" is the measurement of MySQL 9.7 and MariaDB 10.11 on
/// which docs/strategies.md reports.</summary>
internal static class Thresholds
{
    /// <summary>Bytes of a statement of literals, at most. Limits: flat from 8 to 128 KiB, 15 % slower at 1 MiB. Connector/NET over TLS stalls for
    /// 40 ms (Nagle against the delayed acknowledgement) from 32,762 bytes on: two TLS records hold one less. A statement may have a few words in
    /// front, such as a savepoint.</summary>
    public const int LiteralStatementBytes = 32_000;

    /// <summary>Rows in a literal insert, at most: the bytes above usually end it first.</summary>
    public const int LiteralInsertRows = 2_000;

    /// <summary>Rows in a statement, at most, whatever the caller asks for: the bytes end it long before.</summary>
    public const int MaxRows = 1 << 20;

    /// <summary>Rows in a join with a list. Limits: 300 to 3,000 flat, 10,000 is 13 % slower (MariaDB: 100,000 twice as slow).</summary>
    public const int ValuesJoinRows = 1_000;

    /// <summary>Keys in an IN list. Limits: 300 to 10,000 flat; far above, the server scans and locks the whole table.</summary>
    public const int KeyListKeys = 1_000;

    /// <summary>The largest IN list that the caller may ask for; composite keys half of it. Limits: the range optimizer gives up at 15,045 pairs.</summary>
    public const int KeyListMaxKeys = 10_000;

    /// <summary>Parameters in a prepared statement, about, for many rows. Limits: 100 to 1,000 rows flat; preparing costs time and memory per parameter.</summary>
    public const int PreparedParameters = 1_500;

    /// <summary>The same for fewer than 30,000 rows: Connector/NET allocates about 2,200 bytes for each parameter prepared.</summary>
    public const int PreparedParametersOfFewRows = 700;

    /// <summary>Rows from which the cost of preparing is spread thin.</summary>
    public const int ManyRows = 30_000;

    /// <summary>Rows in a prepared statement, at most.</summary>
    public const int PreparedRows = 500;

    /// <summary>Rows from which preparing pays. Limits: a shape of 1,000 rows pays after 4 executions on MySQL, 2 on MariaDB.</summary>
    public const int PreparedFromRows = 2_000;

    /// <summary>Bytes of values in one prepared execution, at most; a batch of wider rows goes as literals. The bound of
    /// a statement of literals, for the same reason.</summary>
    public const int PreparedBytes = 32_000;

    /// <summary>Bytes of a value in a prepared list, at most. Tried on MySQL 9.7: 65,535 bytes pass, more is error 1406.</summary>
    public const int PreparedListValueBytes = 65_535;

    /// <summary>Rows up to which a call spares the round trip for the facts; above, it does not matter, and a connection of the operation's own takes over what
    /// was read.</summary>
    public const int GuessedFactsRows = PipelinedExecuteRows - 1;

    /// <summary>Statements in one command on the context's connection, at most: the bytes usually end it first.</summary>
    public const int MultiStatementRows = 1_000;

    /// <summary>Rows of an array batch after which every outcome is looked at, before the next are sent.</summary>
    public const int PipelinedRows = 4_096;

    /// <summary>Rows that are worth a connection more, where several are allowed.</summary>
    public const int PartRows = 500;

    /// <summary>Bytes after which an array of rows is sent (MariaDB).</summary>
    public const int ArrayBytes = 256 * 1024;

    /// <summary>Multi-row statements of a flight, after which every outcome is looked at. Measured at 1 ms round trip, 100,000 rows inserted: 8 are 6 %
    /// slower, 32 no faster.</summary>
    public const int BatchesOfAFlight = 16;

    /// <summary>Statements on the context's connection whose generated keys are counted in one query. A call's last are counted at its end; those of a flight
    /// are counted while the next one is made ready.</summary>
    public const int StatementsToCount = 16;

    /// <summary>Rows from which BulkExecute has a connection of its own. Measured on MySQL against MultiStatement: as fast at 100 rows, with the session from
    /// the pool, and at 200 where it signs in over TLS for each call; at 400 faster by 15 to 30 %.</summary>
    public const int PipelinedExecuteRows = 100;

    /// <summary>Rows from which set-based statements go over a connection of their own. Measured on MySQL against the context's: at 2,000 rows inserts are 30 %
    /// faster and updates 15 %, even where it signs in over TLS for each call; at 1,000 only with the session from the pool.</summary>
    public const int OwnConnectionRows = 2_000;

    /// <summary>Parameters that the protocol can count.</summary>
    public const int MaxParameters = 65_535;

    /// <summary>Kept free of the packet limit for the packet's header and the statement's tail.</summary>
    public const int PacketReserve = 1_024;
}
