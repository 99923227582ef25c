namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>The leaf of hierarchies.</summary>
internal sealed class Special : Everything
{
    public string Extra { get; set; } = "";
}
