using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Explains what <c>SaveChanges</c> in bulk would send. It prepares the changes as <c>SaveChanges</c> does, and sends only a query for the server's facts.</summary>
internal static class SaveExplainer
{
    public static BulkSaveExplanation Explain(DbContext context) => ExplainAsync(context, IOBehavior.Synchronous, default).Completed();

    public static Task<BulkSaveExplanation> ExplainAsync(DbContext context, CancellationToken token) => ExplainAsync(context, IOBehavior.Asynchronous, token).AsTask();

    private static async ValueTask<BulkSaveExplanation> ExplainAsync(DbContext context, IOBehavior io, CancellationToken token)
    {
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(context);
        using BulkSaveScope pass = BulkSaveScope.Begin(context);
        if (context.ChangeTracker.AutoDetectChangesEnabled)
            context.ChangeTracker.DetectChanges();
        IUpdateAdapter adapter = context.GetService<IUpdateAdapterFactory>().Create();
        IList<IUpdateEntry> entries = adapter.GetEntriesToSave();
        int changed = entries.Count;
        List<BulkSaveStep> steps = [];
        try
        {
            if (changed > 0)
            {
                foreach (ModificationCommandBatch batch in context.GetService<ICommandBatchPreparer>().BatchCommands(entries, adapter))
                    steps.AddRange(await StepsOfAsync(context, (BulkCommandBatch)batch, io, token).ConfigureAwait(false));
            }
        }
        finally
        {
            // The preparation has copied values between entities that share a column, and set the ordinals of elements of JSON collections.
            foreach (IUpdateEntry entry in entries)
                InternalEntries.DiscardStoreGenerated(entry.ToEntityEntry());
            // EF Core has marked unchanged entities that share a row with a changed one as modified.
            for (int i = changed; i < entries.Count; i++)
                entries[i].EntityState = EntityState.Unchanged;
        }

        return new() { Steps = steps };
    }

    private static async ValueTask<List<BulkSaveStep>> StepsOfAsync(DbContext context, BulkCommandBatch batch, IOBehavior io, CancellationToken token)
    {
        List<BulkSaveStep> steps = [];
        foreach (CommandRun run in batch.Runs)
        {
            steps.Add(
                run.Table is not { } table ? ProviderStep(run, run.Reason)
                : RunSender.ObstacleOf(context) is { } obstacle ? ProviderStep(run, obstacle)
                : await StepOfAsync(context, table, run, io, token).ConfigureAwait(false));
        }

        return steps;
    }

    private static async ValueTask<BulkSaveStep> StepOfAsync(DbContext context, CommandTable table, CommandRun run, IOBehavior io, CancellationToken token)
    {
        try
        {
            BulkExplanation explanation = await BulkExplainer.ExplainAsync(RunSender.RequestOf(context, table, new CommandRows(run), ContextDefaults.Of(context)), io, token).ConfigureAwait(false);
            return StepOf(run) with
            {
                Strategy = explanation.Strategy,
                Reason = explanation.Reason,
                BatchRows = explanation.BatchRows,
                FirstStatement = explanation.FirstStatement,
            };
        }
        catch (LeftToProviderException left)
        {
            return ProviderStep(run, left.Message);
        }
    }

    private static BulkSaveStep ProviderStep(CommandRun run, string reason) => StepOf(run) with { Reason = reason };

    private static BulkSaveStep StepOf(CommandRun run) => new()
    {
        Tables = [.. run.All.Select(command => command.TableName).Distinct()],
        State = run.All.Select(command => command.EntityState).Distinct().ToArray() is [var only] ? only : null,
        RowCount = run.All.Count,
    };
}
