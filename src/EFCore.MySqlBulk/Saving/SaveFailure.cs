using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Failures as <c>SaveChanges</c> reports them: the same types and messages, with the entries at fault.</summary>
internal static class SaveFailure
{
    /// <summary>The exception for commands that the server refused.</summary>
    public static DbUpdateException Of(Exception exception, ArraySegment<IReadOnlyModificationCommand> commands)
    {
        IEnumerable<IReadOnlyModificationCommand> atFault = exception is BulkOperationException { RowIndex: { } index } ? [commands[index]] : commands;
        // SaveChanges has the driver's own exception inside, which execution strategies and callers look for.
        Exception inner = exception is BulkOperationException { InnerException: { } driver } ? driver : exception;
        return new(RelationalStrings.UpdateStoreException, inner, EntriesOf(atFault));
    }

    /// <summary>Reports that commands found no row, or one that has changed.</summary>
    /// <exception cref="DbUpdateConcurrencyException">No interceptor has suppressed it.</exception>
    public static async ValueTask ReportAsync(
        DbContext context, ArraySegment<IReadOnlyModificationCommand> commands, IReadOnlyList<int> missed, IOBehavior io, CancellationToken token)
    {
        IReadOnlyList<IUpdateEntry> entries = EntriesOf(missed.Select(index => commands[index]));
        DbUpdateConcurrencyException exception = new(RelationalStrings.UpdateConcurrencyException(missed.Count, 0), entries);
        IDiagnosticsLogger<DbLoggerCategory.Update> logger = context.GetService<IDiagnosticsLogger<DbLoggerCategory.Update>>();
        InterceptionResult result = await logger.ConflictAsync(context, entries, exception, io, token).ConfigureAwait(false);
        if (!result.IsSuppressed)
            throw exception;
    }

    private static IReadOnlyList<IUpdateEntry> EntriesOf(IEnumerable<IReadOnlyModificationCommand> commands) => [.. commands.SelectMany(command => command.Entries)];
}
