namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>A row found by a key of some type.</summary>
public sealed class Keyed<TKey>
{
    public TKey Id { get; set; } = default!;

    public int Payload { get; set; }
}
