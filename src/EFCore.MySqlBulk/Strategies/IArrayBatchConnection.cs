using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A connection that another driver has opened; it accepts only array batches.</summary>
internal interface IArrayBatchConnection : IOwnConnection
{
    /// <summary>Executes the statement once per row, with many executions in flight, and reads every answer.</summary>
    /// <param name="batch">The statement and its rows.</param>
    /// <param name="outcomes">Receives the outcome of each row. After an error no more rows are sent.</param>
    /// <param name="label">Its label in log and trace.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels at once; the transaction is then lost.</param>
    /// <exception cref="EFCore.MySqlBulk.Mapping.Rows.RowValueException">The driver cannot send a row.</exception>
    ValueTask ExecuteAsync(ArrayBatch batch, FlightOutcomes outcomes, StatementLabel label, IOBehavior io, CancellationToken token);
}
