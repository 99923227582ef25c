namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A line of an invoice. One part of its key is the invoice's, which the server generates, and the other is given.</summary>
public sealed class InvoiceLine
{
    public long InvoiceId { get; set; }

    public Invoice Invoice { get; set; } = null!;

    public int Line { get; set; }

    public int TrackId { get; set; }

    public Track Track { get; set; } = null!;

    public decimal UnitPrice { get; set; }

    public int Quantity { get; set; }
}
