namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row of which the server fills several columns.</summary>
internal sealed class Product
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public decimal Price { get; set; }

    public int Stock { get; set; }

    public string Status { get; set; } = null!;

    public DateTime CreatedAt { get; set; }

    public decimal Total { get; private set; }

    public string Label { get; private set; } = "";

    public List<Review> Reviews { get; } = [];
}
