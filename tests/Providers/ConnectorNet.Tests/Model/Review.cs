namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row that belongs to a product.</summary>
internal sealed class Review
{
    public long Id { get; set; }

    public int ProductId { get; set; }

    public Product? Product { get; set; }

    public int Stars { get; set; }
}
