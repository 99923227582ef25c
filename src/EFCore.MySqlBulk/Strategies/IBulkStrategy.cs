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

    /// <summary>Fills the next statement and returns how many of the rows, from the first, it took: at least one.</summary>
    /// <exception cref="RowValueException">The first row cannot be sent.</exception>
    int Fill(ReadOnlySpan<BulkRow> rows);

    /// <summary>Sends the statement filled last.</summary>
    ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token);

    /// <summary>Gives back buffers and closes what was prepared.</summary>
    ValueTask DisposeAsync(IOBehavior io);
}
