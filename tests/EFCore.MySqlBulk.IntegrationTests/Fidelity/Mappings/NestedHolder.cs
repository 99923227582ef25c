namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Holds a part whose part has a value of every type.</summary>
internal sealed class NestedHolder
{
    public int Id { get; set; }

    public MiddlePart? Middle { get; set; }
}
