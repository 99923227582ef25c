namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>An entity with a property of each type that is measured.</summary>
internal sealed class Sample
{
    public int Id { get; set; }

    public bool Boolean { get; set; } = true;

    public int Int32 { get; set; } = 123_456;

    public long Int64 { get; set; } = 9_876_543_210;

    public double Double { get; set; } = 0.1;

    public decimal Decimal { get; set; } = 1234.56m;

    public string Text { get; set; } = "a name of some length";

    public string NonAscii { get; set; } = "Zürich, 東京, κόσμε";

    public string? NullText { get; set; }

    public DateTime DateTime { get; set; } = new DateTime(2024, 5, 6, 7, 8, 9).AddTicks(123_450);

    public DateOnly DateOnly { get; set; } = new(2024, 5, 6);

    public TimeSpan TimeSpan { get; set; } = new(1, 2, 3);

    public Guid Guid { get; set; } = new("0f8fad5b-d9cb-469f-a165-70867728950e");

    public byte[] Bytes { get; set; } = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
}
