using System.Data.Common;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>A connection that holds rows of an operation and can be queried for them. Uncommitted rows are read only over it: another connection does
/// not see them, and may be blocked by their locks.</summary>
internal interface IQueryConnection
{
    /// <summary>Runs one of the library's own queries and reads its rows. It can be cancelled and has a timeout.</summary>
    ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token);

    /// <summary>The same for UTF-8 text, which needs no string if the connection can send it directly.</summary>
    ValueTask<List<T>> QueryAsync<T>(ReadOnlyMemory<char> text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token) => QueryAsync(text.ToString(), read, io, token);
}
