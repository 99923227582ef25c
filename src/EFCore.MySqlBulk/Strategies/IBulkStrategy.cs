using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Turns rows into statements, one after the other: it fills a statement from the next rows, sends it, and repeats.</summary>
internal interface IBulkStrategy
{
    /// <summary>The number of rows to pass at once.</summary>
    int WindowRows { get; }

    /// <summary>The number of rows to pass the first time: fewer, where the server could already work while the others are read.</summary>
    int FirstRows => WindowRows;

    /// <summary>The statement filled last, with placeholders for its parameters.</summary>
    string Text { get; }

    /// <summary>Whether it sends several statements at once, so that after a failure the earlier ones have to be rolled back to a savepoint.</summary>
    bool SendsSeveral => false;

    /// <summary>Whether the statement filled last counts its generated keys in its own command.</summary>
    bool CountsKeys => false;

    /// <summary>Fills the next statement from the first rows and returns their number: at least one. They must not change until it is sent.</summary>
    /// <exception cref="RowValueException">The first row cannot be sent.</exception>
    int Fill(ReadOnlyMemory<BulkRow> rows);

    /// <summary>Sends the statement filled last.</summary>
    ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token);

    /// <summary>Sends failed rows again, one statement after the other, after they were rolled back.</summary>
    /// <returns>The row that the server refuses, and why; <see langword="null" /> if none is refused now.</returns>
    ValueTask<FailedRowException?> LocateAsync(ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token) => new((FailedRowException?)null);

    /// <summary>Returns buffers and closes prepared statements.</summary>
    ValueTask DisposeAsync(IOBehavior io);
}
