namespace Cities.Model;

/// <summary>All rows of the three tables, with their keys.</summary>
internal sealed record Places(IReadOnlyList<Region> Regions, IReadOnlyList<District> Districts, IReadOnlyList<City> Cities);
