using System.ComponentModel.DataAnnotations.Schema;

namespace Web;

/// <summary>A row of the table.</summary>
internal sealed class City
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    /// <summary>Two letters, ISO 3166.</summary>
    public string Country { get; set; } = "";

    public string Admin1 { get; set; } = "";

    public string Admin2 { get; set; } = "";

    public decimal Latitude { get; set; }

    public decimal Longitude { get; set; }

    /// <summary>Where it is in the file, if it may be set aside.</summary>
    [NotMapped]
    public FileRow? Place { get; set; }
}
