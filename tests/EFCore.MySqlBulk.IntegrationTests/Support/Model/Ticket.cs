namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>A row with a generated key and a number that identifies it without that key.</summary>
public sealed class Ticket
{
    public long Id { get; set; }

    /// <summary>Unique in the table, and set by the client.</summary>
    public int Token { get; set; }

    public string Name { get; set; } = "";

    public double Score { get; set; }
}
