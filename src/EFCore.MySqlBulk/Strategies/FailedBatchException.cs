using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>The server refused one of the statements in flight.</summary>
/// <param name="rows">The statement's rows.</param>
/// <param name="offset">The number of rows before them.</param>
/// <param name="error">The server's error.</param>
internal sealed class FailedBatchException(ReadOnlyMemory<BulkRow> rows, int offset, DbException error) : Exception(error.Message, error)
{
    public ReadOnlyMemory<BulkRow> Rows => rows;

    public int Offset => offset;

    /// <summary>The outcome of the rows before them, if a savepoint was set before each statement.</summary>
    public StatementOutcome? Accepted { get; init; }

    /// <summary>The number of the savepoint before them.</summary>
    public int Savepoint { get; init; }

    public DbException Error => error;
}
