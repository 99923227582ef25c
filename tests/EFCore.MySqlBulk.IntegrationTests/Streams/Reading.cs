namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>A row of a stream.</summary>
public sealed class Reading
{
    public long Id { get; set; }

    public int Sensor { get; set; }

    public double Value { get; set; }

    public string Unit { get; set; } = "";
}
