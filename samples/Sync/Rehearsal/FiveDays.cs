using EFCore.MySqlBulk;
using Microsoft.Extensions.Logging;
using Sync.Lists;
using Sync.Model;
using Sync.Worker;

namespace Sync.Rehearsal;

/// <summary>Publishes the source's lists one after the other, waits for the worker each time, and compares the table with the list.</summary>
internal sealed partial class FiveDays(SampleDatabase database, CityFolder folder, PassQueue passes, ILogger<FiveDays> logger)
{
    private ExpectedTable _expected = ExpectedTable.Empty;
    private StoredTable _stored = StoredTable.Empty;
    private long _written;

    /// <param name="rows">How many cities the source has; null for all.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>Whether the table was equal to each list, and the worker's counts were right.</returns>
    /// <exception cref="SampleException">The worker could not take up a list.</exception>
    public async Task<bool> RunAsync(int? rows, CancellationToken cancellationToken)
    {
        Source source = await Source.ReadAsync(rows, cancellationToken);
        bool isRight = true;
        foreach (Publication list in source.Publications())
        {
            await list.WriteToAsync(folder, cancellationToken);
            SyncPass pass = await passes.NextAsync(cancellationToken);
            BulkResult result = pass.Result ?? throw new SampleException($"The worker could not take up {pass.List}: see its message.");
            isRight &= Report(await ChecksAsync(list, result, cancellationToken));
        }

        return isRight;
    }

    private async Task<IReadOnlyList<Check>> ChecksAsync(Publication list, BulkResult result, CancellationToken cancellationToken)
    {
        await using CitiesContext context = database.Open();
        StoredTable before = _stored;
        _stored = await StoredTable.ReadAsync(context, cancellationToken);
        _expected = _expected.After(list);
        List<Check> checks =
        [
            new("rows inserted", _expected.Inserted, result.RowsInserted),
            new("rows updated", _expected.Updated, result.RowsUpdated),
            new("rows unchanged", _expected.Unchanged, result.RowsUnchanged),
            new("rows that the list lacks", _expected.Missing, result.RowsOrphaned),
            new("rows deleted", _expected.Deleted, result.RowsDeleted),
            new("rows marked as closed", _expected.Marked, result.RowsMarked),
            new("rows in the table", _expected.Cities.Count, _stored.Rows),
            new("rows that are not as listed", 0, _stored.DifferencesFrom(_expected)),
            new("rows with a new key", 0, _stored.NewKeysSince(before)),
        ];
        if (database.IsThrowaway)
        {
            _written += _expected.Written;
            checks.Add(new("rows that the server has written so far", _written, await ServerCount.ReadAsync(context, cancellationToken)));
        }

        return checks;
    }

    private bool Report(IReadOnlyList<Check> checks)
    {
        foreach (Check wrong in checks.Where(check => !check.Holds))
            LogWrong(wrong.Question, wrong.Expected, wrong.Actual);
        bool isRight = checks.All(check => check.Holds);
        if (isRight)
            LogRight(_stored.Rows);
        return isRight;
    }

    [LoggerMessage(EventId = 1, Level = LogLevel.Information, Message = "  Checked: {Rows:N0} rows in the table, each as listed, and these counts")]
    private partial void LogRight(long rows);

    [LoggerMessage(EventId = 2, Level = LogLevel.Error, Message = "  WRONG: {Question}: {Expected:N0} expected, {Actual:N0} found")]
    private partial void LogWrong(string question, long expected, long actual);
}
