namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>An artist, with the albums.</summary>
public sealed class Artist
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public List<Album> Albums { get; set; } = [];
}
