namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A row of the tests of calls by query.</summary>
public sealed class Visit
{
    public long Id { get; set; }

    public int Site { get; set; }

    public DateTime At { get; set; }

    public int? Length { get; set; }

    public string Path { get; set; } = "";
}
