namespace EFCore.MySqlBulk;

/// <summary>What was decided of a call with <see cref="BulkStrategyOptions.Atomic" />.</summary>
public enum UnfinishedBulkCallState
{
    /// <summary>It can still decide: its connection holds the decision's row. It is left alone.</summary>
    InProgress = 0,

    /// <summary>All of its rows are stored, as soon as its prepared transactions are committed.</summary>
    Committed = 1,

    /// <summary>It never decided and cannot decide any more: none of its rows is stored, as soon as its prepared transactions are rolled back.</summary>
    RolledBack = 2,
}
