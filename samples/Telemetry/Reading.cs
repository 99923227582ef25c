namespace Telemetry;

/// <summary>What a sensor has measured.</summary>
internal sealed class Reading
{
    public long Id { get; set; }

    public string Sensor { get; set; } = "";

    public DateTime At { get; set; }

    public double Value { get; set; }
}
