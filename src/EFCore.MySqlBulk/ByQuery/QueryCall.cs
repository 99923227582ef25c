using System.Linq.Expressions;
using System.Transactions;
using EFCore.MySqlBulk.ByQuery.Copies;
using EFCore.MySqlBulk.ByQuery.Throttling;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using IsolationLevel = System.Data.IsolationLevel;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>The calls of the public methods that change or copy the rows of a query, with checked arguments.</summary>
internal static class QueryCall
{
    // Once a batch is sent, it is not cancelled, because its outcome would be unknown.
    public static QueryRequest<TEntity> Delete<TEntity>(IQueryable<TEntity> query, BulkExecuteDeleteOptions<TEntity>? options)
        where TEntity : class
    {
        QueryWalk<TEntity> walk = Of("BulkExecuteDelete", query, options ?? new());
        RepeatedParts.Check(query.Expression, [walk.Source.EntityType], walk.Name);
        return new(walk, static (batch, io) => io.RunAsync(() => batch.ExecuteDelete(), () => batch.ExecuteDeleteAsync(CancellationToken.None)))
        {
            Count = static (result, rows) => result with { RowsDeleted = rows },
            Changed = [walk.Source.EntityType],
            Bypassed = [BypassedHooks.OfDeletes(walk.Context, walk.Source.EntityType, walk.Name)],
        };
    }

    public static QueryRequest<TEntity> Update<TEntity>(IQueryable<TEntity> query, RowSetters<TEntity> setters, BulkExecuteUpdateOptions<TEntity>? options)
        where TEntity : class
    {
        QueryWalk<TEntity> walk = Of("BulkExecuteUpdate", query, options ?? new());
        RepeatedParts.Check(query.Expression, [walk.Source.EntityType], walk.Name);
        setters.Check(walk.Source.EntityType, walk.Order, walk.Name);
        return new(walk, setters.UpdateAsync)
        {
            Count = static (result, rows) => result with { RowsUpdated = rows },
            Changed = [walk.Source.EntityType],
            Bypassed = [BypassedHooks.OfUpdates(walk.Context, walk.Source.EntityType, walk.Name)],
        };
    }

    public static QueryRequest<TEntity> Insert<TEntity, TTarget>(IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkInsertIntoOptions<TEntity>? options)
        where TEntity : class
    {
        options ??= new();
        QueryWalk<TEntity> walk = Of("BulkInsertInto", query, options);
        (TargetTable target, RowCopy<TEntity, TTarget> copy) = CopyOf(walk, row);
        RepeatedParts.Check(query.Expression, [target.EntityType], walk.Name);
        KeyedCopy<TEntity, TTarget>? keyed = options.CopiedKeys is null ? null : KeyedOf(walk, row, target, copy);
        return new(walk, keyed is null ? copy.InsertAsync : keyed.InsertAsync)
        {
            Committed = keyed is null ? null : () => Tell(keyed.Keys, options),
            Count = static (result, rows) => result with { RowsInserted = rows },
            // Rows that are not locked could change before they are compared.
            Changed = keyed is null ? [target.EntityType] : [target.EntityType, walk.Source.EntityType],
            Bypassed = [BypassedHooks.OfInserts(walk.Context, target.EntityType, walk.Name)],
        };
    }

    public static QueryRequest<TEntity> Move<TEntity, TTarget>(IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options)
        where TEntity : class
    {
        QueryWalk<TEntity> walk = Of("BulkMoveTo", query, options ?? new());
        OwnCascade.Check(walk.Source.EntityType, walk.Name);
        (TargetTable target, RowCopy<TEntity, TTarget> copy) = CopyOf(walk, row);
        RepeatedParts.Check(query.Expression, [target.EntityType, walk.Source.EntityType], walk.Name);
        ComparedColumns.CheckKey(target.EntityType, target.Columns.Select(column => column.Property), walk.Name);
        if (IsolationOf(walk.Context) is IsolationLevel.ReadCommitted or IsolationLevel.ReadUncommitted)
            throw new InvalidOperationException($"{walk.Name} is in a transaction at READ COMMITTED, in which the rows that are copied could be changed before they are deleted. Begin it at REPEATABLE READ, or call {walk.Name} outside the transaction.");
        RowMove<TEntity, TTarget> move = new(walk.Context, copy, walk.IsWhole);
        return new(walk with { Isolation = IsolationLevel.RepeatableRead }, move.MoveAsync)
        {
            Count = static (result, rows) => result with { RowsMoved = rows },
            Changed = [target.EntityType, walk.Source.EntityType],
            Bypassed = [BypassedHooks.OfInserts(walk.Context, target.EntityType, walk.Name), BypassedHooks.OfDeletes(walk.Context, walk.Source.EntityType, walk.Name)],
        };
    }

    /// <summary>Copies to another context.</summary>
    public static QueryRequest<TEntity> Copy<TEntity, TTarget>(IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkCopyToOptions<TEntity>? options)
        where TEntity : class
        where TTarget : class
    {
        options ??= new();
        QueryWalk<TEntity> walk = Of("BulkCopyTo", query, options);
        Destination destination = Destination.Of(walk.Context, target, row, options.Transaction, walk.Name);
        destination.CheckWhole(row, walk.Name);
        BatchCopy<TEntity, TTarget> copy = new(destination.Context, row, options);
        return new(walk, copy.CopyAsync)
        {
            Target = destination.Context,
            Count = (result, rows) => result with { RowsInserted = rows, RowsUnchanged = copy.Existing },
            Changed = [],
            Bypassed = [],
        };
    }

    /// <summary>Moves to another context.</summary>
    public static QueryRequest<TEntity> Move<TEntity, TTarget>(IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options)
        where TEntity : class
        where TTarget : class
    {
        options ??= new();
        QueryWalk<TEntity> walk = Of("BulkMoveTo", query, options);
        OwnCascade.Check(walk.Source.EntityType, walk.Name);
        Destination destination = Destination.Of(walk.Context, target, row, options.Transaction, walk.Name);
        RepeatedParts.Check(query.Expression, [walk.Source.EntityType], walk.Name);
        JsonTableSupport.Check(target, walk.Name);
        BatchMove<TEntity, TTarget> move = new(walk.Context, destination, ComparedColumns.Of(destination.EntityType, row, walk.Name), row, options.Timeout);
        return new(walk, move.MoveAsync)
        {
            Target = destination.Context,
            Count = static (result, rows) => result with { RowsMoved = rows },
            Changed = [walk.Source.EntityType],
            Bypassed = [BypassedHooks.OfDeletes(walk.Context, walk.Source.EntityType, walk.Name)],
        };
    }

    private static IsolationLevel? IsolationOf(DbContext context) => context.Database.CurrentTransaction?.GetDbTransaction().IsolationLevel
        ?? Transaction.Current?.IsolationLevel switch
        {
            System.Transactions.IsolationLevel.ReadCommitted => IsolationLevel.ReadCommitted,
            System.Transactions.IsolationLevel.ReadUncommitted => IsolationLevel.ReadUncommitted,
            _ => null,
        };

    private static (TargetTable Target, RowCopy<TEntity, TTarget> Copy) CopyOf<TEntity, TTarget>(QueryWalk<TEntity> walk, Expression<Func<TEntity, TTarget>> row)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(row);
        TargetTable target = TargetTable.Of(walk.Context, walk.Source.EntityType, row, walk.Name);
        RowCopy<TEntity, TTarget>.CheckTranslation(walk.Query, row, target);
        target = WalkedSelect<TEntity>.WithSources(walk.Query, row, target, walk.Order.Properties[0]);
        RowCopy<TEntity, TTarget> copy = new(walk.Context, target, row);
        copy.CheckSelected(walk.Query, walk.Name);
        return (target, copy);
    }

    private static KeyedCopy<TEntity, TTarget> KeyedOf<TEntity, TTarget>(QueryWalk<TEntity> walk, Expression<Func<TEntity, TTarget>> row, TargetTable target, RowCopy<TEntity, TTarget> copy)
        where TEntity : class
        => walk.IsWhole
            ? throw new InvalidOperationException($"{walk.Name} with CopiedKeys compares each batch with its copies in a snapshot of its own, so Transaction cannot be Whole. Leave the one or the other out.")
            : new(walk.Context, walk.Query, row, target, copy, walk.Order.Properties, walk.Source.EntityType.FindPrimaryKey()!.Properties);

    private static void Tell<TEntity>(IReadOnlyList<CopiedKey> keys, BulkInsertIntoOptions<TEntity> options)
    {
        if (keys.Count > 0)
            options.CopiedKeys!(keys);
    }

    private static QueryWalk<TEntity> Of<TEntity>(string name, IQueryable<TEntity> query, BulkQueryOptions<TEntity> options)
        where TEntity : class
    {
        QuerySource source = QuerySource.Of(query, name);
        AcceptedProvider.Check(source.Context, ContextDefaults.Of(source.Context));
        CheckOptions(options);
        ThrottleLimits limits = ThrottleLimits.Of(options);
        QueryShape.Check(query.Expression, options.WholeTable, name);
        WalkOrder order = WalkOrder.Of(source.EntityType, options.Walk, name);
        CheckSurroundings(name, source.Context, options.Transaction);
        if (limits.AreSet && options.Transaction == BulkQueryTransaction.Whole)
            throw new InvalidOperationException($"{name} with Transaction = Whole keeps its locks until the end, so it cannot wait for MaxReplicaLag or MaxRunningThreads. Leave them out, or Transaction.");
        CheckTracked<TEntity>(name, source.Context);
        return new(name, query, source, order, options.After is { } after ? order.Fit(after) : null, options, limits);
    }

    private static void CheckOptions<TEntity>(BulkQueryOptions<TEntity> options)
    {
        if (options.BatchRows is < 1)
            throw new ArgumentException($"BatchRows is {options.BatchRows}; it must be 1 or more.");
        if (options.BatchTime <= TimeSpan.Zero)
            throw new ArgumentException($"BatchTime is {options.BatchTime}; it must be above zero.");
        if (options.Pause < TimeSpan.Zero)
            throw new ArgumentException($"Pause is {options.Pause}; it must not be negative.");
        if (options.Timeout is { } timeout && timeout <= TimeSpan.Zero && timeout != Timeout.InfiniteTimeSpan)
            throw new ArgumentException($"Timeout is {timeout}; it must be above zero, or Timeout.InfiniteTimeSpan.");
    }

    private static void CheckSurroundings(string name, DbContext context, BulkQueryTransaction transaction)
    {
        TransactionKind kind = TransactionKinds.Of(context.Database);
        if (transaction == BulkQueryTransaction.Whole)
        {
            if (kind == TransactionKind.None)
                throw new InvalidOperationException($"Transaction of {name} is Whole, but the context's AutoTransactionBehavior is Never, so there are no transactions. Leave Transaction out, or set AutoTransactionBehavior.WhenNeeded.");
            return;
        }

        if (kind is TransactionKind.Joined or TransactionKind.Ambient)
            throw new InvalidOperationException($"{name} commits each batch, which is not possible in your transaction. Set Transaction = BulkQueryTransaction.Whole, or call {name} outside the transaction.");
        if (ExecutionStrategy.Current is not null)
            throw new InvalidOperationException($"{name} commits each batch, and an execution strategy of yours would run those that are committed again. Call {name} outside ExecuteAsync(…), or set Transaction = BulkQueryTransaction.Whole.");
    }

    // The query sees what is stored, and SaveChanges would store them later.
    private static void CheckTracked<TEntity>(string name, DbContext context)
        where TEntity : class
    {
        if (context.ChangeTracker.Entries<TEntity>().Any(entry => entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted))
            throw new InvalidOperationException($"The context has changes of '{typeof(TEntity).Name}' that are not saved, which {name} would not see. Call SaveChanges before it, or use another context.");
    }
}
