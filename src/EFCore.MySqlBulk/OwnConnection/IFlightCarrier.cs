using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection with an open transaction that can run flights.</summary>
internal interface IFlightCarrier : IQueryConnection
{
    /// <summary>Runs a flight: its statements, and all answers.</summary>
    /// <param name="outcomes">Receives the outcome of each statement.</param>
    /// <param name="statements">Its statements.</param>
    /// <param name="label">The log entry for the flight; the number of statements and bytes are added.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <param name="limits">How much may be in flight; <see langword="null" /> for the limits of statements with short answers.</param>
    ValueTask FlyAsync(FlightOutcomes outcomes, FlightStatements statements, Func<StatementLabel> label, IOBehavior io, CancellationToken token, FlightLimits? limits = null);

    /// <summary>Puts the statements that wait for the next one in front of its text, if the connection accepts several in one packet. It is then to be sent in a flight of its own.</summary>
    string Attach(string text) => text;

    /// <summary>Closes a prepared statement.</summary>
    ValueTask CloseAsync(PreparedStatement statement, IOBehavior io);
}
