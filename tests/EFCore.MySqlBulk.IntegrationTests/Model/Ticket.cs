namespace EFCore.MySqlBulk.IntegrationTests.Model;

/// <summary>A row with a generated key and a number by which it is known without that key.</summary>
public sealed class Ticket
{
    public long Id { get; set; }

    /// <summary>Unique in its table, and given by the client.</summary>
    public int Token { get; set; }

    public string Name { get; set; } = "";

    public double Score { get; set; }
}
