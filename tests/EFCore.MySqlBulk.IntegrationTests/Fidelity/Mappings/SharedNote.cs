namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Is stored in the row of another entity.</summary>
internal sealed class SharedNote
{
    public int Id { get; set; }

    public string Words { get; set; } = "";
}
