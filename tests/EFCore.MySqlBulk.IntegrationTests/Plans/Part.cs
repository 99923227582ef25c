namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>A row of the large table.</summary>
internal sealed class Part
{
    public int Id { get; set; }

    public string Code { get; set; } = "";

    public int Batch { get; set; }

    public int Stock { get; set; }

    public string Text { get; set; } = "";
}

/// <summary>The parts of a batch: ten of them.</summary>
internal sealed class Lot
{
    public int Id { get; set; }

    public List<Part> Parts { get; set; } = [];
}
