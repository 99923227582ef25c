namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>An album of one artist.</summary>
public sealed class Album
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public int ArtistId { get; set; }

    public Artist Artist { get; set; } = null!;

    public List<Track> Tracks { get; set; } = [];
}
