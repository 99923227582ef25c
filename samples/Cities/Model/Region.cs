namespace Cities.Model;

/// <summary>The first level below a country: a state, a province, a canton.</summary>
internal sealed class Region
{
    public int Id { get; set; }

    /// <summary>Country and region, such as <c>AD.06</c>.</summary>
    public string Code { get; set; } = "";

    public string Name { get; set; } = "";
}
