namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>What has a number: the root of hierarchies. Where the row has another key, the number is a value like any other.</summary>
internal class Numbered
{
    public int Number { get; set; }

    public int Section { get; set; }
}
