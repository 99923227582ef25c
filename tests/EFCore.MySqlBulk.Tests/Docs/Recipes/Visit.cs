namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The entity that the recipes purge and change.</summary>
internal sealed class Visit
{
    public long Id { get; set; }

    public DateTime At { get; set; }

    public string? Address { get; set; }
}
