namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A row with a value of a type beside a number.</summary>
internal sealed class Paired<TValue>
{
    public int Id { get; set; }

    public TValue Value { get; set; } = default!;

    public int Payload { get; set; }
}
