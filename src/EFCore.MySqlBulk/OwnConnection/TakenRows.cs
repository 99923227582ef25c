using System.Data.Common;
using System.Runtime.ExceptionServices;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The rows of a query, read as they arrive. After a failure no more are read, but the rest of the answer still has to be received.</summary>
/// <param name="read">Reads a row.</param>
/// <param name="token">Cancels.</param>
internal sealed class TakenRows<T>(Func<DbDataReader, T> read, CancellationToken token)
{
    private readonly List<T> _rows = [];
    private ExceptionDispatchInfo? _failure;

    /// <summary>Reads the current row. It does not throw.</summary>
    public void Take(DbDataReader reader)
    {
        if (_failure is not null)
            return;
        try
        {
            token.ThrowIfCancellationRequested();
            _rows.Add(read(reader));
        }
        catch (Exception exception)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
        }
    }

    /// <summary>All rows, once the answer has ended. Throws the exception of a row that could not be read.</summary>
    public List<T> Complete()
    {
        _failure?.Throw();
        return _rows;
    }
}
