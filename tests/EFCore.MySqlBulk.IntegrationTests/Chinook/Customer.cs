namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A customer, whom an employee may look after.</summary>
public sealed class Customer
{
    public int Id { get; set; }

    public string Email { get; set; } = "";

    public string? Company { get; set; }

    public string Country { get; set; } = "";

    public int? SupportRepId { get; set; }

    public Employee? SupportRep { get; set; }

    public List<Invoice> Invoices { get; set; } = [];
}
