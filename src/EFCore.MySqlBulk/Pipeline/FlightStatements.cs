namespace EFCore.MySqlBulk.Pipeline;

/// <summary>What is sent in a flight.</summary>
/// <param name="Send">Sends the statements that carry rows; it may stop early if the flight has failed.</param>
/// <param name="Prepare">Adds statements to prepare for them, which go with what begins the flight: they cost no round trip where that one has to be answered first.</param>
internal sealed record FlightStatements(Func<Flight, ValueTask> Send, Action<Flight>? Prepare = null);
