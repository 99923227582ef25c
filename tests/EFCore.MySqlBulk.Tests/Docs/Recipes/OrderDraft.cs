namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>A copy of an order, for another year.</summary>
internal sealed class OrderDraft
{
    public long Id { get; set; }

    public int Year { get; set; }

    public string Customer { get; set; } = "";
}
