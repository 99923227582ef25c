using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Takes all commands that can be sent together, divides them into runs, and sends each run in multi-row statements or through the provider's own batches.</summary>
internal sealed class BulkCommandBatch(DbContext context, SaveMode mode, ProviderBatches provider, MySqlBulkDefaults defaults) : ModificationCommandBatch
{
    private readonly List<IReadOnlyModificationCommand> _commands = [];
    private ModificationCommandBatch[]? _few;
    private bool _areMoreExpected;

    public override IReadOnlyList<IReadOnlyModificationCommand> ModificationCommands => _commands;

    public override bool RequiresTransaction => _few is not [{ RequiresTransaction: false }];

    public override bool AreMoreBatchesExpected => _areMoreExpected;

    /// <summary>The runs of its commands, in the order in which they are sent.</summary>
    public IEnumerable<CommandRun> Runs => CommandRun.Of([.. _commands], joins: false);

    public override bool TryAddCommand(IReadOnlyModificationCommand modificationCommand)
    {
        _commands.Add(modificationCommand);
        return true;
    }

    // The provider sends a few commands itself, possibly without a transaction.
    public override void Complete(bool moreBatchesExpected)
    {
        _areMoreExpected = moreBatchesExpected;
        if (_commands.Count < Thresholds.SavedRows)
            _few = [.. provider.BatchesOf(new([.. _commands]), moreBatchesExpected)];
    }

    public override void Execute(IRelationalConnection connection) => ExecuteAsync(connection, IOBehavior.Synchronous, default).Completed();

    public override Task ExecuteAsync(IRelationalConnection connection, CancellationToken cancellationToken = default)
        => ExecuteAsync(connection, IOBehavior.Asynchronous, cancellationToken).AsTask();

    private async ValueTask ExecuteAsync(IRelationalConnection connection, IOBehavior io, CancellationToken token)
    {
        mode.CommitsByItself = connection.CurrentTransaction is null;
        if (_few is not null)
        {
            foreach (ModificationCommandBatch batch in _few)
                await batch.ExecuteAsync(connection, io, token).ConfigureAwait(false);
            return;
        }

        RunSender sender = new(context, provider, defaults, connection, io, token);
        foreach (CommandRun run in CommandRun.Of([.. _commands], joins: true))
            await sender.SendAsync(run, _areMoreExpected).ConfigureAwait(false);
    }
}
