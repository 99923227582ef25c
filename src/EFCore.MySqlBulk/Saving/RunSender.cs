using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Sends runs of modification commands in the transaction of <c>SaveChanges</c>.</summary>
internal sealed class RunSender(
    DbContext context, ProviderBatches provider, MySqlBulkDefaults defaults, IRelationalConnection connection, IOBehavior io, CancellationToken token)
{
    private readonly ContextLog _logger = ContextLog.Of(context);

    /// <param name="run">The run.</param>
    /// <param name="moreExpected">Whether another batch follows.</param>
    public async ValueTask SendAsync(CommandRun run, bool moreExpected)
    {
        if (run.Table is not { } table || context.Database.CurrentTransaction is null || ObstacleOf(context) is not null || !await TrySendAsync(table, run).ConfigureAwait(false))
            await provider.ExecuteAsync(run.All, moreExpected || run.HasNext, connection, io, token).ConfigureAwait(false);
    }

    /// <summary>Why a context cannot send in bulk. It must be possible to roll a statement back, to find the row at fault and to verify keys.</summary>
    public static string? ObstacleOf(DbContext context) => TransactionKinds.Of(context.Database) switch
    {
        TransactionKind.Own or TransactionKind.Joined => context.Database.AutoSavepointsEnabled ? null : "the context does not allow savepoints (AutoSavepointsEnabled)",
        TransactionKind.Ambient => "SaveChanges sets no savepoints in an ambient transaction",
        TransactionKind.None => "SaveChanges begins no transaction (AutoTransactionBehavior.Never)",
        var kind => throw new UnreachableException($"No rule for {kind}."),
    };

    /// <summary>The request that sends a run.</summary>
    public static RequestedOperation RequestOf(DbContext context, CommandTable table, RowSource commands, MySqlBulkDefaults defaults)
    {
        SavedOperation operation = new(table);
        return new(operation, new()
        {
            Context = context,
            EntityType = table.EntityType,
            CommandTable = table,
            Traits = operation.Traits,
            Rows = commands,
            Options = new()
            {
                Pipelining = defaults.Pipelining is BulkPipelining.Never ? BulkPipelining.Never : BulkPipelining.Auto,
                BatchRows = defaults.BatchRows,
                FindFailingRow = true,
                ReturnKeys = true,
                VerifyKeys = true,
                ReadGenerated = true,
                CheckConcurrency = true,
            },
        });
    }

    // Returns false if the provider has to send the commands, and nothing was sent.
    private async ValueTask<bool> TrySendAsync(CommandTable table, CommandRun run)
    {
        RowSource rows = new CommandRows(run);
        IReadOnlyModificationCommand[]? others = null;
        while (others is not [])
        {
            RequestedOperation call = RequestOf(context, table, rows, defaults);
            BulkRequest request = call.Request;
            using Activity? span = Telemetry.Start(request.Traits.Kind.ToString(), table.Table);
            try
            {
                BulkResult? result = await AttemptAsync(call).ConfigureAwait(false);
                if (result is null)
                    return false;
                context.GetService<SaveMode>().Sent?.Add(result);
                Telemetry.Completed(span, request.Traits.Name, result);
                Log.OperationCompleted(_logger, request.Traits.Name, request.Subject, result);
                return true;
            }
            catch (MissedCommandsException missed)
            {
                // An interceptor may have suppressed the exception: the other commands are then sent without these.
                IReadOnlyModificationCommand[] all = others ?? [.. run.All];
                await SaveFailure.ReportAsync(context, all, missed.Indexes, io, token).ConfigureAwait(false);
                HashSet<int> without = [.. missed.Indexes];
                others = [.. all.Where((_, i) => !without.Contains(i))];
                rows = new SequenceRows<IReadOnlyModificationCommand>(others);
            }
            catch (BulkOperationException exception) when (exception is { RowIndex: not null, ErrorNumber: 0, Outcome: BulkOutcome.Nothing, InnerException: not DbException })
            {
                // A row is too long, or a value cannot be written as a literal. Nothing of the run is stored, so the provider sends it, or refuses it with its own error.
                return false;
            }
            catch (Exception exception) when (exception is not (DbUpdateConcurrencyException or OperationCanceledException))
            {
                Telemetry.Failed(span, exception);
                IReadOnlyModificationCommand[] all = others ?? [.. run.All];
                if (exception is BulkOperationException { RowIndex: { } index })
                    await RefuseAsync(new(all, index, 1)).ConfigureAwait(false);
                throw SaveFailure.Of(exception, all);
            }
        }

        return true;
    }

    // The server's error for a row in a join differs from that for a single row ("Data truncated" instead of "Data too long"), so the refused row is
    // sent again as SaveChanges would have sent it. Whether or not it is refused again, an exception follows, and SaveChanges rolls back.
    private ValueTask RefuseAsync(ArraySegment<IReadOnlyModificationCommand> command) => provider.ExecuteAsync(command, moreExpected: true, connection, io, token);

    private async ValueTask<BulkResult?> AttemptAsync(RequestedOperation call)
    {
        try
        {
            AttemptResult attempt = await AttemptLoop.RunAsync(call, _logger, Stopwatch.GetTimestamp(), canRetry: false, io, token).ConfigureAwait(false);
            return attempt.Result ?? throw attempt.Failure!;
        }
        catch (LeftToProviderException)
        {
            return null;
        }
    }
}
