namespace Sync.Model;

/// <summary>A row of the table.</summary>
internal sealed class City
{
    /// <summary>The table's own key. Other tables may refer to it, so a city keeps it as long as it is listed.</summary>
    public int Id { get; set; }

    /// <summary>The city's number in the lists.</summary>
    public int Number { get; set; }

    public string Name { get; set; } = "";

    /// <summary>Two letters, ISO 3166.</summary>
    public string Country { get; set; } = "";

    public string Admin1 { get; set; } = "";

    public string Admin2 { get; set; } = "";

    public decimal Latitude { get; set; }

    public decimal Longitude { get; set; }

    /// <summary>The day of the first list of its country that did not have the city; null while it is listed.</summary>
    public DateTime? ClosedAt { get; set; }
}
