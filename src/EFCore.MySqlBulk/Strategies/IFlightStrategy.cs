using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A strategy that sends rows in flights, which strategies can share.</summary>
internal interface IFlightStrategy : IBulkStrategy
{
    /// <summary>The label in log and trace for the rows filled last.</summary>
    StatementLabel Label { get; }

    /// <summary>Receives the outcomes of the statements of the rows filled last.</summary>
    FlightOutcomes CreateOutcomes();

    /// <summary>Adds statements to prepare for them, whose answers have to be read before the rows are sent. Returns whether there are any.</summary>
    bool Prepare(Flight flight);

    /// <summary>Adds their statements; it may stop early if the flight has failed.</summary>
    ValueTask SendRowsAsync(Flight flight);

    /// <summary>Their outcome.</summary>
    /// <exception cref="EFCore.MySqlBulk.Mapping.Rows.FailedRowException">The server has refused a row.</exception>
    /// <exception cref="FailedBatchException">The server has refused the rows of a statement.</exception>
    StatementOutcome OutcomeOf(FlightOutcomes outcomes);
}
