namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>Has parts in JSON columns.</summary>
internal sealed class Owner
{
    public int Id { get; set; }

    public Part? Main { get; set; }

    public List<Part> Others { get; set; } = [];
}
