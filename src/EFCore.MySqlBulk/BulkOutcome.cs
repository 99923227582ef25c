namespace EFCore.MySqlBulk;

/// <summary>What is known to be stored of a bulk operation that failed.</summary>
public enum BulkOutcome
{
    /// <summary>Nothing: everything was taken back, or nothing was sent. After a lost connection the server takes the transaction back by itself.</summary>
    Nothing = 0,

    /// <summary>Rows wait in a transaction of the caller's, which had no savepoint to go back to: they are stored if it is committed.</summary>
    InTransaction = 1,

    /// <summary>Some rows are stored; <see cref="BulkOperationException.RowsAffected" /> says how many.</summary>
    Some = 2,

    /// <summary>All rows are stored; what failed came later. Sending them again would store them twice.</summary>
    All = 3,

    /// <summary>It is not known: the answer to a <c>COMMIT</c>, or to a statement that commits by itself, was lost; or rows are in a table of an engine without
    /// transactions.</summary>
    Unknown = 4,
}
