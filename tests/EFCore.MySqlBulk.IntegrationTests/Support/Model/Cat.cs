namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>A derived type with a column of its own.</summary>
internal sealed class Cat : Animal
{
    public int Lives { get; set; }
}
