using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A strategy whose rows fly: those filled last may share a flight with others'.</summary>
internal interface IFlightStrategy : IBulkStrategy
{
    /// <summary>What log and trace say about the rows filled last, once they have been sent.</summary>
    StatementLabel Label { get; }

    /// <summary>What receives the outcomes of the statements of the rows filled last.</summary>
    FlightOutcomes CreateOutcomes();

    /// <summary>Adds what has to be prepared for them, whose answer has to be read before they are sent. Returns whether there is anything.</summary>
    bool Prepare(Flight flight);

    /// <summary>Adds their statements; it may stop early if the flight has failed.</summary>
    ValueTask SendRowsAsync(Flight flight);

    /// <summary>What became of them.</summary>
    /// <exception cref="EFCore.MySqlBulk.Mapping.Rows.FailedRowException">The server has refused a row.</exception>
    /// <exception cref="FailedBatchException">The server has refused the rows of a statement.</exception>
    StatementOutcome OutcomeOf(FlightOutcomes outcomes);
}
