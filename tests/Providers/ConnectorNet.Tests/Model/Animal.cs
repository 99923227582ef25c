namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>The root of a hierarchy.</summary>
internal class Animal
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
