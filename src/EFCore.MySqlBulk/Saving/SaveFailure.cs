using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Creates exceptions as <c>SaveChanges</c> does: the same types and messages, with the entries at fault.</summary>
internal static class SaveFailure
{
    /// <summary>The exception for commands that the server refused.</summary>
    public static DbUpdateException Of(Exception exception, IReadOnlyModificationCommand[] commands)
    {
        IEnumerable<IReadOnlyModificationCommand> atFault = exception is BulkOperationException { RowIndex: { } index } ? [commands[index]] : commands;
        // The inner exception is the driver's own, as in SaveChanges: execution strategies and callers look for it.
        Exception inner = exception is BulkOperationException { InnerException: { } driver } ? driver : exception;
        return new(RelationalStrings.UpdateStoreException, inner, EntriesOf(atFault));
    }

    /// <summary>Reports commands whose rows were not found or have changed.</summary>
    /// <exception cref="DbUpdateConcurrencyException">No interceptor has suppressed it.</exception>
    public static async ValueTask ReportAsync(
        DbContext context, IReadOnlyModificationCommand[] commands, IReadOnlyList<int> missed, IOBehavior io, CancellationToken token)
    {
        IReadOnlyList<IUpdateEntry> entries = EntriesOf(missed.Select(index => commands[index]));
        DbUpdateConcurrencyException exception = new(RelationalStrings.UpdateConcurrencyException(missed.Count, 0), entries);
        IDiagnosticsLogger<DbLoggerCategory.Update> logger = context.GetService<IDiagnosticsLogger<DbLoggerCategory.Update>>();
        InterceptionResult result = await logger.ConflictAsync(context, entries, exception, io, token).ConfigureAwait(false);
        if (!result.IsSuppressed)
            throw exception;
    }

    /// <summary>The exception of <c>BulkSaveChanges</c> for a failure of the server, the driver or the network, and for missed rows:
    /// <c>SaveChanges</c>' own with a <see cref="BulkException" /> inside, and the driver's inside that. None for other failures, and for exceptions
    /// of another library, which are thrown unchanged.</summary>
    /// <param name="context">The context.</param>
    /// <param name="exception">The exception of <c>SaveChanges</c>.</param>
    /// <param name="commitsByItself">Whether the last statement was sent without a transaction.</param>
    /// <param name="isKept">Whether the transaction could not be rolled back, so that the failure may be that of the rollback.</param>
    public static DbUpdateException? InBulk(DbContext context, Exception exception, bool commitsByItself, bool isKept)
    {
        if (exception is DbUpdateConcurrencyException missed)
        {
            if (missed.GetType() != typeof(DbUpdateConcurrencyException) || missed.InnerException is not null)
                return null;
            BulkConcurrencyException reported = new(missed.Message, missed.Entries) { Outcome = OutcomeOf(context, isAnswered: true, isLost: false) };
            return new DbUpdateConcurrencyException(missed.Message, reported, InternalEntries.ForUpdate(missed.Entries));
        }

        DbUpdateException? update = exception as DbUpdateException ?? exception.InnerException as DbUpdateException;
        if (update is not null && (update.GetType() != typeof(DbUpdateException) || (update == exception && update.InnerException is BulkException)))
            return null;
        if (DriverFailure.Find(exception) is not { } driver)
            return null;
        // Any exception of SaveChanges but DbUpdateException comes from opening the connection, or from beginning or ending the transaction.
        bool isAnswered = (ServerError.IsAnswer(driver) && !isKept) || (update is not null && !commitsByItself);
        bool isLost = ServerError.IsConflict(driver) || ServerError.BreaksTheConnection(driver);
        BulkOperationException inside = new(driver.Message, driver, update?.Entries)
        {
            Outcome = OutcomeOf(context, isAnswered, isLost),
            ErrorNumber = ServerError.Number(driver),
            SqlState = ServerError.State(driver),
            IsTransient = ServerError.IsTransient(driver),
            TransactionLost = isLost,
        };
        return new(RelationalStrings.UpdateStoreException, inside, inside.Entries);
    }

    private static BulkOutcome OutcomeOf(DbContext context, bool isAnswered, bool isLost) => TransactionKinds.Of(context.Database) switch
    {
        TransactionKind.Own => isAnswered ? BulkOutcome.Nothing : BulkOutcome.Unknown,
        TransactionKind.Joined when isLost || context.Database is { AutoSavepointsEnabled: true, CurrentTransaction.SupportsSavepoints: true } => BulkOutcome.Nothing,
        TransactionKind.Joined or TransactionKind.Ambient => BulkOutcome.InTransaction,
        _ => BulkOutcome.Unknown,
    };

    private static IReadOnlyList<IUpdateEntry> EntriesOf(IEnumerable<IReadOnlyModificationCommand> commands) => [.. commands.SelectMany(command => command.Entries)];
}
