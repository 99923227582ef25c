namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A playlist of many tracks, each of which may be on many playlists.</summary>
public sealed class Playlist
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public List<Track> Tracks { get; set; } = [];
}
