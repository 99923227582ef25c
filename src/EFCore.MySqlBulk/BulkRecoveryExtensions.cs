using EFCore.MySqlBulk.Execution;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Recovery of calls with <see cref="BulkStrategyOptions.Atomic" /> whose process, connection or server ended between the preparation and the end of their transactions. Prepared transactions keep
/// their locks, even after a restart of the server, until somebody ends them.</summary>
public static class BulkRecoveryExtensions
{
    /// <summary>Lists the calls that have prepared transactions on the server, and changes nothing.</summary>
    /// <param name="context">The context; its <see cref="MySqlBulkOptionsBuilder.DecisionTable" /> says which calls: those that decide by the same table. Transactions of others are never listed.</param>
    /// <returns>The calls, those in progress too.</returns>
    /// <remarks>On MySQL the account needs the right <c>XA_RECOVER_ADMIN</c>, and on both servers <c>SELECT</c> and <c>DELETE</c> on the table. It sends two or three short queries, and one for each call found.</remarks>
    /// <exception cref="BulkOperationException">The server or the network failed, or the account may not list prepared transactions.</exception>
    /// <exception cref="InvalidOperationException">The context has no table of decisions, the table does not exist or is not suitable, a transaction is open, or the server is read-only.</exception>
    /// <seealso cref="FindUnfinishedBulkCallsAsync" />
    public static IReadOnlyList<UnfinishedBulkCall> FindUnfinishedBulkCalls(this DbContext context)
        => RecoveryCall.Find(context);

    /// <inheritdoc cref="FindUnfinishedBulkCalls" />
    /// <param name="context">The context; its <see cref="MySqlBulkOptionsBuilder.DecisionTable" /> says which calls: those that decide by the same table. Transactions of others are never listed.</param>
    /// <param name="cancellationToken">Cancels.</param>
    /// <seealso cref="FindUnfinishedBulkCalls" />
    public static Task<IReadOnlyList<UnfinishedBulkCall>> FindUnfinishedBulkCallsAsync(this DbContext context, CancellationToken cancellationToken = default)
        => RecoveryCall.FindAsync(context, cancellationToken);

    /// <summary>Ends the calls that nobody can decide any more: commits the prepared transactions of those that had decided to, and rolls back those of the others. Calls in progress are left alone, so it can run at any time, and
    /// several times at once.</summary>
    /// <param name="context">The context; its <see cref="MySqlBulkOptionsBuilder.DecisionTable" /> says which calls: those that decide by the same table. Transactions of others are never touched.</param>
    /// <param name="keepDecisions">The age from which rows of calls that have nothing left prepared are deleted from the table. A call whose connection broke while it decided may still ask for its decision, seconds later. Default: a day.</param>
    /// <returns>The calls that were ended, and those that still have prepared transactions.</returns>
    /// <remarks>On MySQL the account needs the right <c>XA_RECOVER_ADMIN</c>, and on both servers <c>SELECT</c> and <c>DELETE</c> on the table.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keepDecisions" /> is negative.</exception>
    /// <exception cref="BulkOperationException">The server or the network failed, or the account may not list prepared transactions. What is left is ended by another call of this method.</exception>
    /// <exception cref="InvalidOperationException">The context has no table of decisions, the table does not exist or is not suitable, a transaction is open, or the server is read-only.</exception>
    /// <seealso cref="EndUnfinishedBulkCallsAsync" />
    public static IReadOnlyList<UnfinishedBulkCall> EndUnfinishedBulkCalls(this DbContext context, TimeSpan? keepDecisions = null)
        => RecoveryCall.End(context, keepDecisions);

    /// <inheritdoc cref="EndUnfinishedBulkCalls" />
    /// <param name="context">The context; its <see cref="MySqlBulkOptionsBuilder.DecisionTable" /> says which calls: those that decide by the same table. Transactions of others are never touched.</param>
    /// <param name="keepDecisions">The age from which rows of calls that have nothing left prepared are deleted from the table. A call whose connection broke while it decided may still ask for its decision, seconds later. Default: a day.</param>
    /// <param name="cancellationToken">Cancels.</param>
    /// <seealso cref="EndUnfinishedBulkCalls" />
    public static Task<IReadOnlyList<UnfinishedBulkCall>> EndUnfinishedBulkCallsAsync(this DbContext context, TimeSpan? keepDecisions = null, CancellationToken cancellationToken = default)
        => RecoveryCall.EndAsync(context, keepDecisions, cancellationToken);
}
