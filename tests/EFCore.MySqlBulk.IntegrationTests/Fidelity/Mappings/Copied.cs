namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A row whose second value is computed from the first.</summary>
internal sealed class Copied<TValue>
{
    public int Id { get; set; }

    public TValue Source { get; set; } = default!;

    public TValue Copy { get; set; } = default!;
}
