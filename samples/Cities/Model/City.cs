namespace Cities.Model;

/// <summary>A city, town or village.</summary>
internal sealed class City
{
    public int Id { get; set; }

    /// <summary>Null if the file names a region that is in no list.</summary>
    public int? RegionId { get; set; }

    /// <summary>Null if the file names no district, or one that is in no list.</summary>
    public int? DistrictId { get; set; }

    /// <summary>Two letters, ISO 3166.</summary>
    public string Country { get; set; } = "";

    /// <summary>Country, region and district as the file has them, known or not, so that nothing from the file is lost.</summary>
    public string Code { get; set; } = "";

    public string Name { get; set; } = "";

    public decimal Latitude { get; set; }

    public decimal Longitude { get; set; }

    /// <summary>The name without case and accents; set by the update.</summary>
    public string? SearchName { get; set; }

    /// <summary>The distance to the country's most central city; set by the update.</summary>
    public decimal? DistanceKm { get; set; }
}
