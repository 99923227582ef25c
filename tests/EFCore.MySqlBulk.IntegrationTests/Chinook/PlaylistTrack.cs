namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A track is on a playlist: its key is all that it has.</summary>
public sealed class PlaylistTrack
{
    public int PlaylistId { get; set; }

    public int TrackId { get; set; }
}
