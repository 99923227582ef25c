namespace EFCore.MySqlBulk;

/// <summary>What a failed bulk operation is known to have left stored.</summary>
public enum BulkOutcome
{
    /// <summary>Nothing: everything was rolled back, or nothing was sent. After a lost connection the server rolls the transaction back by itself.</summary>
    Nothing = 0,

    /// <summary>Rows are pending in the caller's transaction, which had no savepoint to return to: they are stored if it is committed.</summary>
    InTransaction = 1,

    /// <summary>Some rows are stored; <see cref="BulkException.RowsAffected" /> says how many.</summary>
    Some = 2,

    /// <summary>All rows are stored; the failure came later. Sending the rows again would store them twice.</summary>
    All = 3,

    /// <summary>It is not known what is stored: the answer to a <c>COMMIT</c>, or to a statement that commits by itself, was lost, or rows are in a table whose storage engine does not
    /// support transactions.</summary>
    Unknown = 4,
}
