using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Saves the changes of all contexts at once. Each has a transaction of its own, and a failure of one does not end the others: what each has saved is known.</summary>
internal sealed class ShardedSave<TContext, TShard>(ShardSet<TContext, TShard> set, IOBehavior io)
    where TContext : DbContext
    where TShard : notnull
{
    public async ValueTask<int> RunAsync(CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        using ShardSet<TContext, TShard>.Use use = set.Begin();
        Saved[] all = [.. set.Open.Select(each => new Saved(each.Key, each.Value))];
        await io.JoinAsync(Task.WhenAll(all.Select(saved => ShardWork.Start(io, () => SaveAsync(saved, token))))).ConfigureAwait(false);
        if (all.FirstOrDefault(saved => saved.Failure is not null) is { } failed)
            ExceptionDispatchInfo.Throw(FailureOf(failed, all));
        return all.Sum(saved => saved.Entries);
    }

    private async Task SaveAsync(Saved saved, CancellationToken token)
    {
        try
        {
            saved.Entries = io.IsSynchronous()
                ? saved.Context.BulkSaveChanges()
                : await saved.Context.BulkSaveChangesAsync(token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            saved.Failure = exception;
        }
    }

    private static Exception FailureOf(Saved failed, Saved[] all)
    {
        Exception cause = failed.Failure!;
        BulkShardOutcome[] shards = [.. all.Select(saved => saved.Outcome)];
        BulkOutcome outcome = ShardFailure.Sum(shards);
        if (outcome == BulkOutcome.Nothing)
            return cause;
        string message = $"Shard '{failed.Shard}': {cause.Message}{ShardFailure.Stored(shards.Where(each => each.Shard != failed.Shard))}";
        if (cause is OperationCanceledException cancelled)
            return new OperationCanceledException(message, cause, cancelled.CancellationToken);
        BulkException? inner = cause.InnerException as BulkException;
        return new BulkOperationException(message, cause, (cause as DbUpdateException)?.Entries)
        {
            Outcome = outcome,
            ErrorNumber = inner?.ErrorNumber ?? 0,
            SqlState = inner?.SqlState,
            IsTransient = inner?.IsTransient ?? false,
            RowsAffected = ShardFailure.RowsOf(shards),
            Shards = shards,
        };
    }

    private sealed class Saved(object shard, TContext context)
    {
        private readonly bool _isJoined = TransactionKinds.Of(context.Database) is TransactionKind.Joined or TransactionKind.Ambient;

        public object Shard => shard;

        public TContext Context => context;

        public int Entries { get; set; }

        public Exception? Failure { get; set; }

        // SaveChanges does not say what a cancelled or failed call of it has stored, unless it failed in bulk.
        public BulkShardOutcome Outcome => Failure switch
        {
            null => new(shard, Entries == 0 ? BulkOutcome.Nothing : _isJoined ? BulkOutcome.InTransaction : BulkOutcome.All, Entries),
            { InnerException: BulkException bulk } => new(shard, bulk.Outcome, bulk.RowsAffected),
            _ => new(shard, BulkOutcome.Unknown, 0),
        };
    }
}
