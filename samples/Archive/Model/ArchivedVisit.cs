namespace Archive.Model;

/// <summary>A visit that is older than the hot table keeps.</summary>
internal sealed class ArchivedVisit
{
    public long Id { get; set; }

    public DateTime At { get; set; }

    public string City { get; set; } = "";

    public string Country { get; set; } = "";

    public double Latitude { get; set; }

    public double Longitude { get; set; }

    public int Views { get; set; }

    public DateTime ArchivedAt { get; set; }
}
