using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Finds out whether a server answers statements in flight in their order: a proxy may not.</summary>
internal static class PipeliningProbe
{
    /// <returns>What is wrong; <see langword="null" /> if nothing is.</returns>
    public static async ValueTask<string?> RunAsync(PipelineSession session)
    {
        Outcomes outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        PreparedStatement one = flight.Prepare("DO ?", []);
        PreparedStatement two = flight.Prepare("DO ?,?", []);
        await flight.CompleteAsync().ConfigureAwait(false);
        flight.Close(one);
        flight.Close(two);
        await flight.CompleteAsync().ConfigureAwait(false);
        return outcomes.Error is { } error ? $"the server refused to prepare a statement: {error.Message}"
            : (one.Parameters, two.Parameters) != (1, 2) ? "a proxy answers pipelined statements out of order"
            : null;
    }

    private sealed class Outcomes : OutcomeReceiver
    {
        public ServerException? Error { get; private set; }

        public override void Succeeded(int statement, in OkPacket ok)
        {
        }

        public override void Failed(int statement, ServerException error) => Error ??= error;
    }
}
