namespace EFCore.MySqlBulk.NewLife;

/// <summary>A row was changed outside a transaction: it is stored, and cannot be taken back.</summary>
internal sealed class TransactionEndedException()
    : InvalidOperationException(
        "A row was changed outside a transaction, so rows of the call may be stored. Does the statement commit by itself, or is the table of an engine without transactions?");
