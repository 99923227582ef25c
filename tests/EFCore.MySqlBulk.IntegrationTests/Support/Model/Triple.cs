namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>A row whose key has three columns.</summary>
internal sealed class Triple
{
    public int A { get; set; }

    public string B { get; set; } = "";

    public long C { get; set; }

    public int Payload { get; set; }
}
