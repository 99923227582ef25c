namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>The order of ShardingCore's published case: its key is a text, and the remainder of the text's hash names one of five tables.</summary>
public sealed class Order
{
    public string Id { get; set; } = "";

    public string Payer { get; set; } = "";

    public long Money { get; set; }

    public string Area { get; set; } = "";

    public int OrderStatus { get; set; }

    public DateTime CreationTime { get; set; }
}
