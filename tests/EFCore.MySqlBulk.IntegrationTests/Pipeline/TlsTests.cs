using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session.IO;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Statements in flight over a connection that the driver has encrypted.</summary>
[BothServers]
public abstract class TlsTests(Servers servers, ServerKind kind)
{
    private static readonly ServerOptions RequireTls = new() { RequireTls = true };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_flight_over_TLS_gathers_every_answer(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(kind, RequireTls);
        BorrowedSession session = await server.OpenAsync(synchronous, "SslMode=Required");
        Assert.True(session.IsEncrypted);
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        for (int i = 0; i < 5_000; i++)
        {
            flight.Query(i % 1_000 == 999 ? "SELECT REPEAT('x', 40000)" : i % 1_000 == 500 ? "wrong" : "DO 0");
            if (flight.MustPump)
                await flight.PumpAsync();
        }

        await flight.CompleteAsync();
        Assert.Equal(4_995, outcomes.Ok.Count);
        Assert.Equal([(500, 1064), (1_500, 1064), (2_500, 1064), (3_500, 1064), (4_500, 1064)], outcomes.Errors);
        await session.CloseAsync();
    }
}
