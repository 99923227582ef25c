namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>An invoice, with its lines.</summary>
public sealed class Invoice
{
    public long Id { get; set; }

    public string Number { get; set; } = "";

    public int CustomerId { get; set; }

    public Customer Customer { get; set; } = null!;

    public DateTime Date { get; set; }

    public string? BillingCity { get; set; }

    public decimal Total { get; set; }

    public List<InvoiceLine> Lines { get; set; } = [];
}
