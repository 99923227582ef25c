namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A derived row.</summary>
internal sealed class Dog : Animal
{
    public int Tricks { get; set; }
}
