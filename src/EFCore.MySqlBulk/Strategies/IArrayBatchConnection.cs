using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A connection that another driver has opened; it takes array batches only.</summary>
internal interface IArrayBatchConnection : IOwnConnection
{
    /// <summary>Executes the statement once per row, many executions in flight, and reads every answer.</summary>
    /// <param name="batch">The statement and its rows.</param>
    /// <param name="outcomes">Is told what became of each row. After an error no more rows are sent.</param>
    /// <param name="label">What log and trace say of it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels at once; the transaction is gone then.</param>
    /// <exception cref="Mapping.RowValueException">The driver cannot send a row.</exception>
    ValueTask ExecuteAsync(ArrayBatch batch, FlightOutcomes outcomes, StatementLabel label, IOBehavior io, CancellationToken token);
}
