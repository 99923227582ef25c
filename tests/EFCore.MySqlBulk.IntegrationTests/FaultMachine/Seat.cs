namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>A row with a key that the client generates.</summary>
internal sealed class Seat
{
    public Guid Id { get; set; }

    public int BookingId { get; set; }

    public int Number { get; set; }
}
