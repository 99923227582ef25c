namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>An order of the recipes.</summary>
internal sealed class Order
{
    public long Id { get; set; }

    public int Year { get; set; }

    public string Customer { get; set; } = "";
}
