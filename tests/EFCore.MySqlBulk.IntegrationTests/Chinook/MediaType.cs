namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>The format of a track. Its key is small.</summary>
public sealed class MediaType
{
    public short Id { get; set; }

    public string Name { get; set; } = "";

    public bool IsProtected { get; set; }
}
