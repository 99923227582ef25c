namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>What one step did to the entities of a shop.</summary>
/// <param name="Step">What it is called.</param>
internal sealed record Changes(string Step)
{
    /// <summary>New entities, each after those that it refers to.</summary>
    public List<object> Added { get; init; } = [];

    public List<object> Changed { get; init; } = [];

    /// <summary>Entities that are gone, each after those that it refers to.</summary>
    public List<object> Removed { get; init; } = [];

    public List<(Playlist Playlist, Track Track)> Linked { get; init; } = [];

    public List<(Playlist Playlist, Track Track)> Unlinked { get; init; } = [];
}
