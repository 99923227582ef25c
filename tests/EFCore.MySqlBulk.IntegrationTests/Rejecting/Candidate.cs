namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>A row whose columns in the database take less than its properties can hold.</summary>
public sealed class Candidate
{
    public int Id { get; set; }

    public string? Text { get; set; }

    public int Number { get; set; }

    public int? TeamId { get; set; }
}
