namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A genre.</summary>
public sealed class Genre
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
