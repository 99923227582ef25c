namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A track. It may be on an album, where no other has its place, and on any number of playlists.</summary>
public sealed class Track
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int? AlbumId { get; set; }

    public Album? Album { get; set; }

    public int? Place { get; set; }

    public short MediaTypeId { get; set; }

    public MediaType MediaType { get; set; } = null!;

    public int? GenreId { get; set; }

    public Genre? Genre { get; set; }

    public string? Composer { get; set; }

    public int Milliseconds { get; set; }

    public long? Bytes { get; set; }

    public decimal UnitPrice { get; set; }
}
