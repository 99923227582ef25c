using System.Data.Common;

namespace EFCore.MySqlBulk.Session;

/// <summary>A connection that holds rows of an operation and can be asked for them. Rows that are not committed yet are asked for here and nowhere else: another
/// connection does not see them, and may wait behind whoever waits for them.</summary>
internal interface IRowHolder
{
    /// <summary>Runs a query of our own and reads its rows. It ends when it is cancelled or takes too long.</summary>
    ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token);

    /// <summary>Runs a query whose rows are not needed yet. Where the connection can, the server works on it while the caller goes on.</summary>
    /// <returns>Waits for its rows and reads them.</returns>
    async ValueTask<Func<ValueTask<List<T>>>> AskAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        List<T> rows = await QueryAsync(text, read, io, token).ConfigureAwait(false);
        return () => new(rows);
    }
}
