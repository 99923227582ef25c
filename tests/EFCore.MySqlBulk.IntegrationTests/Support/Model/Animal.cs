namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>The base type of a hierarchy.</summary>
internal class Animal
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
