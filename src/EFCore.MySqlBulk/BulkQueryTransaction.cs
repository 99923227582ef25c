namespace EFCore.MySqlBulk;

/// <summary>How the batches of a call by query are committed.</summary>
public enum BulkQueryTransaction
{
    /// <summary>Each batch by itself: rows are locked for the time of a batch, and what is done remains if a later batch fails.</summary>
    Batches,

    /// <summary>All batches together, in your transaction or in one of the call's own: all or none, with all rows locked until the end.</summary>
    Whole,
}
