namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The entity that the recipes store.</summary>
internal sealed class Product : IAudited
{
    public long Id { get; set; }

    public int TenantId { get; set; }

    public string Sku { get; set; } = "";

    public decimal Price { get; set; }

    public int Updates { get; set; }

    public DateTime CreatedAt { get; set; }

    public DateTime ModifiedAt { get; set; }

    public string ModifiedBy { get; set; } = "";

    public DateTime? DeletedAt { get; set; }
}
