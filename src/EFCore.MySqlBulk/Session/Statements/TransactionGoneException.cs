namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The transaction for the rows was ended by other code during the call.</summary>
internal sealed class TransactionGoneException()
    : InvalidOperationException("The transaction was ended during the call, so no more rows were sent: each would have been committed by itself");
