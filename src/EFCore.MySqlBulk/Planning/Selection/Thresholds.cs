namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Every number that decides how rows are sent, and its source. "Limits" is the measurement of MySQL 9.7 and MariaDB 10.11 that
/// docs/strategies.md describes.</summary>
internal static class Thresholds
{
    /// <summary>The maximum number of bytes in a statement of literals. Limits: flat from 8 to 128 KiB, 15 % slower at 1 MiB. Connector/NET over TLS stalls for
    /// 40 ms (Nagle against delayed acknowledgements) from 32,762 bytes on, because two TLS records hold one byte less. A statement may be preceded
    /// by a short one, such as SAVEPOINT.</summary>
    public const int LiteralStatementBytes = 32_000;

    /// <summary>The same where each statement is answered before the next is sent, and does not stall: few rows are then one statement, and cost one round trip. Measured at round trips of 0, 1 and 10 ms against statements in flight: in one statement
    /// 2,000 to 2,999 inserted rows take 1.02 to 1.10, 0.87 to 0.97 and 0.56 to 0.58 times as long on MySQL, 1.14 to 1.27, 0.80 to 1.05 and 0.48 to 0.50 times on MariaDB. Prepared statements that are answered one by one take 1.25 to 4.2 times as long as these with 10,000 and 100,000 rows.</summary>
    public const int AwaitedStatementBytes = 300_000;

    /// <summary>The maximum number of rows in such a statement.</summary>
    public const int AwaitedRows = PipelinedSetRows;

    /// <summary>The maximum number of rows in a literal insert; in flight the limit of bytes usually ends it first.</summary>
    public const int LiteralInsertRows = 2_000;

    /// <summary>The maximum number of rows in a statement, whatever the caller sets; the limit of bytes is reached long before.</summary>
    public const int MaxRows = 1 << 20;

    /// <summary>The maximum number of rows in a join with a list. Limits: 300 to 3,000 flat, 10,000 is 13 % slower (MariaDB: 100,000 twice as slow).</summary>
    public const int ValuesJoinRows = 1_000;

    /// <summary>The maximum number of keys in an IN list. Limits: 300 to 10,000 flat; far above, the server scans and locks the whole table.</summary>
    public const int KeyListKeys = 1_000;

    /// <summary>The largest IN list that the caller can set; half of it for composite keys. Limits: the range optimizer gives up at 15,045 pairs.</summary>
    public const int KeyListMaxKeys = 10_000;

    /// <summary>The memory that MySQL's range optimizer may take for an IN list (range_optimizer_max_mem_size has 8 MB). Limits: with 10,000 keys of varchar(255) it gave up, and the whole table was scanned and locked.</summary>
    public const int RangeBytes = 7_500_000;

    /// <summary>The range optimizer's memory for each column of each key, besides the longest text or binary value that the column can have.</summary>
    public const int RangeColumnBytes = 400;

    /// <summary>The number of consecutive integers in a list of keys from which a range stands for them; a few are found as fast.</summary>
    public const int RangeKeys = 16;

    /// <summary>The approximate number of parameters in a prepared statement, for many rows. Limits: 100 to 1,000 rows flat; preparing costs time and memory per parameter.</summary>
    public const int PreparedParameters = 1_500;

    /// <summary>The same for fewer than 30,000 rows: Connector/NET allocates about 2,200 bytes for each parameter prepared.</summary>
    public const int PreparedParametersOfFewRows = 700;

    /// <summary>The number of rows from which the cost of preparing is small per row.</summary>
    public const int ManyRows = 30_000;

    /// <summary>The maximum number of rows in a prepared statement.</summary>
    public const int PreparedRows = 500;

    /// <summary>The number of rows from which preparing pays off. Limits: a shape of 1,000 rows pays off after 4 executions on MySQL, 2 on MariaDB.</summary>
    public const int PreparedFromRows = 2_000;

    /// <summary>The same in flight, where other rows are encoded while the server prepares. Measured with Connector/NET over TLS at round trips of 0, 1 and 10 ms against literals in flight: 1,000 rows take 0.90 to 0.96, 0.89 to 0.93
    /// and 0.92 to 1.03 times as long on MariaDB, and 1.01 to 1.02, 0.99 to 1.16 and 1.00 to 1.04 times on MySQL.</summary>
    public const int PreparedInFlightFromRows = 1_000;

    /// <summary>The number of rows of a call that are read together; the plan is made when the first ones are known, which are enough to decide by PreparedFromRows.</summary>
    public const int InputWindow = PreparedFromRows;

    /// <summary>The maximum number of bytes of values in one prepared execution; a batch of wider rows is sent as literals. It is the limit of
    /// a statement of literals, for the same reason.</summary>
    public const int PreparedBytes = 32_000;

    /// <summary>The maximum number of bytes of a value in a prepared list. Measured on MySQL 9.7: 65,535 bytes are accepted, more is error 1406.</summary>
    public const int PreparedListValueBytes = 65_535;

    /// <summary>The number of rows up to which a call may look rows up without locks first. Larger calls are rarer, so they conflict less, and looking up twice costs them more.</summary>
    public const int LooksWithoutLocksRows = 1_000;

    /// <summary>The number of rows from which LOAD DATA is chosen where it is allowed: from there on the other statements are in flight too. Measured on MySQL 9.7 at round trips of 0, 1 and 10 ms against one statement of literals: 2,000 rows
    /// without keys take 0.80, 0.99 and 1.73 times as long.</summary>
    public const int LoadDataFromRows = PipelinedSetRows;

    /// <summary>The same where a long statement stalls. Measured like StallingSetRows, against the other statements in flight: 1,000 rows take 0.95, 0.97 and 1.17 times as long, 2,000 rows 0.79, 0.98 and 1.11 times.</summary>
    public const int StallingLoadDataRows = 2_000;

    /// <summary>The maximum number of statements in one command of the driver; the bytes usually end it first.</summary>
    public const int MultiStatementRows = 1_000;

    /// <summary>The number of rows of one LOAD DATA: what is taken back and sent again after a warning, and what a stream keeps in memory. The server reserves keys for 1, 2, 4, … rows, so that one less than a power of two wastes none.</summary>
    public const int LoadDataRows = 16_383;

    /// <summary>The number of rows of the first LOAD DATA of a call: the server has nothing to do until they have been read. Measured against 2,048: equal without a delay, and with a round trip of 10 ms 5,000 rows take 131 ms instead of 156.</summary>
    public const int FirstLoadDataRows = 8_191;

    /// <summary>The number of bytes after which the content of LOAD DATA is sent.</summary>
    public const int LoadDataPacketBytes = 60 * 1024;

    /// <summary>The number of rows of an array batch after which every outcome is checked, before the next rows are sent.</summary>
    public const int PipelinedRows = 4_096;

    /// <summary>The minimum number of rows per connection, if several are allowed.</summary>
    public const int PartRows = 500;

    /// <summary>The number of rows of set-based statements in a flight after which every outcome is checked. Measured with 100,000 rows inserted at round trips of 0, 1 and 10 ms: 4,096 are 7, 46 and 33 %
    /// slower, 8,192 are 10, 15 and 13 %.</summary>
    public const int RowsOfAFlight = 16_384;

    /// <summary>The number of rows in the first such flight of a call: the server has nothing to do until they have been read. Measured with 2,000 to 10,000 rows inserted at 0 and 10 ms: 1,000 are up to
    /// 12 % slower, 4,000 up to 12 %.</summary>
    public const int RowsOfFirstFlight = 2_000;

    /// <summary>The number of ranges of generated keys that are counted in one query. The consecutive keys of several statements are one range, so a
    /// call without concurrent inserts counts once, at its end.</summary>
    public const int KeyRangesToCount = 16;

    /// <summary>The number of rows from which the executions of BulkExecute are in flight. Measured on MySQL against MultiStatement, when they went over a
    /// connection of the operation's own (docs/decisions/0033): as fast at 100 rows, faster by 15 to 30 % at 400.</summary>
    public const int PipelinedExecuteRows = 100;

    /// <summary>The number of rows from which set-based statements are in flight: fewer are usually one statement, see AwaitedStatementBytes.</summary>
    public const int PipelinedSetRows = 3_000;

    /// <summary>The same where a long statement stalls, so that fewer rows are several statements too. Measured on MySQL with Connector/NET over TLS at round trips of 0, 1 and 10 ms: in flight, 1,000 rows take 0.82, 0.91 and 1.06 times as long
    /// as one statement after the other (inserts), or 1.15, 0.93 and 1.09 times (updates), and 2,000 rows 0.84, 0.62 and 0.45 times, or 0.87, 0.82 and 0.88 times.</summary>
    public const int StallingSetRows = 1_000;

    /// <summary>The number of rows from which deletes are in flight: fewer are up to five lists of keys. Measured on MySQL at 10 ms: 2,000 and 3,000 rows are 14 % slower in flight, 4,999 are 7 % faster; without a delay both are equal.</summary>
    public const int PipelinedDeleteRows = 5_000;

    /// <summary>The number of consecutive commands of SaveChanges from which they share statements; the provider's own batches send fewer.</summary>
    public const int SavedRows = 10;

    /// <summary>The number of commands of SaveChanges that are compared before the first statement; the next ones are while the server works. A wrong guess of how many are alike then matters little.</summary>
    public const int KnownCommands = 1_000;

    /// <summary>The number of bytes of keys that one statement of BulkRead carries, so that it fits into two TLS records (docs/decisions/0011). Measured on MySQL, 100,000 rows read by integer
    /// keys: 1,000 to 100,000 keys in a statement take the same time, within 10 %.</summary>
    public const int ReadBytes = 28_000;

    /// <summary>The number of keys from which the statements of BulkRead are in flight. Measured on MySQL against EF Core's query, when they went over a
    /// connection of the operation's own (docs/decisions/0033): as fast at 1,000 keys, faster by a quarter at 2,000 and by 40 % at 5,000.</summary>
    public const int PipelinedReads = 2_000;

    /// <summary>The number of keys of a stream that are read together.</summary>
    public const int ReadWindow = 10_000;

    /// <summary>The maximum number of rows in the first batch of a call by query, such as BulkExecuteDelete: how long the rows take is not known yet.</summary>
    public const int FirstBatchByQuery = 1_000;

    /// <summary>The maximum number of rows in a batch of a call by query, unless the caller sets another one: what is locked at a time.</summary>
    public const int BatchByQuery = 100_000;

    /// <summary>The maximum number of parameters in the protocol.</summary>
    public const int MaxParameters = 65_535;

    /// <summary>The number of bytes that are kept free of the packet limit for the packet's header and the statement's tail.</summary>
    public const int PacketReserve = 1_024;
}
