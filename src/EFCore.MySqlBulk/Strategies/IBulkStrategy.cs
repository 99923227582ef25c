using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Turns rows into statements, one after the other: fill one from the next rows, send it, and again.</summary>
internal interface IBulkStrategy
{
    /// <summary>Rows that it likes to be given at once.</summary>
    int WindowRows { get; }

    /// <summary>The statement as filled last, with placeholders where it has parameters.</summary>
    string Text { get; }

    /// <summary>What is sent at once is several statements, so a failure leaves those before it, to be taken back to a savepoint.</summary>
    bool SendsSeveral => false;

    /// <summary>Fills the next statement and returns how many of the rows, from the first, it took: at least one. They must not change until it is sent.</summary>
    /// <exception cref="RowValueException">The first row cannot be sent.</exception>
    int Fill(ReadOnlyMemory<BulkRow> rows);

    /// <summary>Sends the statement filled last.</summary>
    ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token);

    /// <summary>Sends rows that failed again, one statement after the other, after they were taken back.</summary>
    /// <returns>The row that the server refuses, and how; <see langword="null" /> where none is refused now.</returns>
    ValueTask<FailedRowException?> LocateAsync(ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token) => new((FailedRowException?)null);

    /// <summary>Gives back buffers and closes what was prepared.</summary>
    ValueTask DisposeAsync(IOBehavior io);
}
