using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The stored rows that a call makes equal to the rows given.</summary>
internal abstract class RowScope
{
    /// <summary>Whether a call without rows is allowed.</summary>
    public abstract bool AllowsEmpty { get; }

    /// <summary>Whether a query filter may hide stored rows from the scope.</summary>
    public abstract bool MayBeHidden(DbContext context, IEntityType type);

    /// <summary>The command of a query for columns of the scope's rows, each of which has its own name.</summary>
    public abstract DbCommand CreateCommand(DbContext context, IEntityType type, IReadOnlyList<ColumnMap> columns);

    /// <summary>Checks that rows meet the conditions of the scope, query filters included.</summary>
    /// <exception cref="BulkOperationException">A row does not meet them.</exception>
    /// <exception cref="InvalidOperationException">The conditions cannot be evaluated outside the server.</exception>
    public abstract void Check(DbContext context, IEntityType type, List<object?> rows);
}
