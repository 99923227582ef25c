using CsvHelper;

namespace Cities.GeoNames;

/// <summary>A line of admin1.csv (a region) or admin2.csv (a district).</summary>
[CsvRecord]
internal sealed partial record AreaRow(string Code, string Name)
{
    /// <summary>The region of a district: <c>AE.01</c> of <c>AE.01.101</c>.</summary>
    public string RegionCode => Code[..Code.LastIndexOf('.')];
}
