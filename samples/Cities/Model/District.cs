namespace Cities.Model;

/// <summary>The second level below a country: a county, a municipality.</summary>
internal sealed class District
{
    public int Id { get; set; }

    public int RegionId { get; set; }

    /// <summary>Country, region and district, such as <c>AE.01.101</c>.</summary>
    public string Code { get; set; } = "";

    public string Name { get; set; } = "";
}
