namespace EFCore.MySqlBulk.IntegrationTests.Schema.Chinook;

/// <summary>A genre.</summary>
public sealed class Genre
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
