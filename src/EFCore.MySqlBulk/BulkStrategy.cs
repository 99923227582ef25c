namespace EFCore.MySqlBulk;

/// <summary>How rows are sent to the server. The strategy is chosen for each call, explained in <see cref="BulkResult.Reason" />, and can be
/// forced with <see cref="BulkStrategyOptions.Strategy" />. When each one is chosen, and the measurements behind it: docs/strategies.md in the repository.</summary>
public enum BulkStrategy
{
    /// <summary>Nothing was sent, because there were no rows.</summary>
    None = 0,

    /// <summary>One parameterised statement per row, prepared when it is repeated.</summary>
    RowByRow,

    /// <summary><c>INSERT … VALUES (…),(…)</c> with literals, in statements of at most 300,000 bytes; 32,000 where they are in flight.</summary>
    MultiRowValues,

    /// <summary>The same statement with parameters, prepared once and executed for each batch.</summary>
    PreparedMultiRow,

    /// <summary>Update or delete by a join with a list of literal rows: every row has its own values.</summary>
    ValuesJoin,

    /// <summary>The same join with parameters, prepared once and executed for each batch. MySQL 9 only. Calls do not choose it: <see cref="ValuesJoin" /> is as fast.</summary>
    PreparedValuesJoin,

    /// <summary>Delete by <c>WHERE key IN (…)</c>, with ranges in place of consecutive integers.</summary>
    KeyList,

    /// <summary>One statement per row, with literals, and many statements in one command of the driver.</summary>
    MultiStatement,

    /// <summary>One prepared statement executed for each row, with many executions in flight, in a transaction.
    /// The outcome of every row is known.</summary>
    PipelinedArrayBatch,

    /// <summary>Insert by <c>LOAD DATA LOCAL</c>, over the context's connection and in its transaction; generated keys are found by a query behind it. The connection string needs <c>AllowLoadLocalInfile=true</c>, and the server <c>local_infile=ON</c>. Chosen by itself only after <see cref="MySqlBulkOptionsBuilder.AllowLoadData" />. Rows with which the server reports a warning are taken back
    /// and sent in another way: <c>LOAD DATA LOCAL</c> changes a value that does not fit, where an <c>INSERT</c> refuses it.</summary>
    LoadData,
}
