namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>An employee, who may report to another one.</summary>
public sealed class Employee
{
    public int Id { get; set; }

    public string Email { get; set; } = "";

    public string? Title { get; set; }

    public DateOnly? BirthDate { get; set; }

    public DateTime HireDate { get; set; }

    public int? ReportsToId { get; set; }

    public Employee? ReportsTo { get; set; }
}
