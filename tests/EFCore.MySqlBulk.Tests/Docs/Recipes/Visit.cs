namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The entity that the recipes purge.</summary>
internal sealed class Visit
{
    public long Id { get; set; }

    public DateTime At { get; set; }
}
