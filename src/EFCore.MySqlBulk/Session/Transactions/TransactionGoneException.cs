namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The transaction that rows were to go into is not open any more: somebody has ended it during the call.</summary>
internal sealed class TransactionGoneException()
    : InvalidOperationException("The transaction was ended during the call, so no more rows were sent: each would have been committed by itself");
