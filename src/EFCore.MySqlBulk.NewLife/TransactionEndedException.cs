namespace EFCore.MySqlBulk.NewLife;

/// <summary>A row was changed outside a transaction, so it is stored and cannot be rolled back.</summary>
internal sealed class TransactionEndedException()
    : InvalidOperationException(
        "A row was changed outside a transaction, so rows of this call may be stored. Does the statement commit by itself, or does the table's storage engine not support transactions?");
