using System.Data.Common;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>A connection that holds rows of an operation and can be queried for them. Rows that are not committed yet are read only over it: another
/// connection does not see them, and may wait behind whoever waits for them.</summary>
internal interface IQueryConnection
{
    /// <summary>Runs one of the library's own queries and reads its rows. It ends if it is cancelled or takes too long.</summary>
    ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token);

    /// <summary>Does the same with a text that need not become a string, if the connection can send it as it is.</summary>
    ValueTask<List<T>> QueryAsync<T>(ReadOnlyMemory<char> text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token) => QueryAsync(text.ToString(), read, io, token);
}
