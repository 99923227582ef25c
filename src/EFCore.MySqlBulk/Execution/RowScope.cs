using System.Data.Common;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The stored rows that a call makes equal to the rows given.</summary>
internal abstract class RowScope
{
    /// <summary>A call without rows is meant.</summary>
    public abstract bool AllowsEmpty { get; }

    /// <summary>A query filter may hide stored rows from the scope.</summary>
    public abstract bool MayBeHidden(DbContext context, IEntityType type);

    /// <summary>The command of a query for columns of the scope's rows, each of which has its own name.</summary>
    public abstract DbCommand CreateCommand(DbContext context, IEntityType type, IReadOnlyList<ColumnMap> columns);

    /// <summary>All rows of the call, held in memory.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    /// <exception cref="BulkOperationException">A row is outside the scope.</exception>
    public async ValueTask<RowSource> HoldAsync(BulkRequest request, CancellationToken token)
    {
        List<object?> rows = await request.Rows.ReadAllAsync(token).ConfigureAwait(false);
        if (rows.Count == 0 && !AllowsEmpty)
            throw new InvalidOperationException($"{request.Operation.Name} was given no rows, so every row of its scope would be missing. If that is meant, set BulkSynchronizeOptions.AllowEmpty = true.");
        Check(request, rows);
        return new SequenceRows<object?>(rows);
    }

    /// <summary>Checks that rows meet the conditions of the scope, query filters included.</summary>
    /// <exception cref="BulkOperationException">One does not.</exception>
    /// <exception cref="NotSupportedException">The conditions cannot be evaluated outside the server.</exception>
    protected abstract void Check(BulkRequest request, List<object?> rows);
}
