namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>Is stored as JSON.</summary>
internal sealed class Part
{
    public string? Words { get; set; }

    public int? Number { get; set; }

    public bool IsOpen { get; set; }
}
