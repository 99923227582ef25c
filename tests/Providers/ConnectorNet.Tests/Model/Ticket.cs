namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row whose counter is not its key.</summary>
internal sealed class Ticket
{
    public string Code { get; set; } = "";

    public int Number { get; set; }
}
