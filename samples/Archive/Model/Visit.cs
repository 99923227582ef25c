namespace Archive.Model;

/// <summary>A visit to a city.</summary>
internal sealed class Visit
{
    public long Id { get; set; }

    public DateTime At { get; set; }

    public string City { get; set; } = "";

    /// <summary>Two letters, ISO 3166.</summary>
    public string Country { get; set; } = "";

    public double Latitude { get; set; }

    public double Longitude { get; set; }

    /// <summary>How often it was looked at, which the load changes.</summary>
    public int Views { get; set; }
}
