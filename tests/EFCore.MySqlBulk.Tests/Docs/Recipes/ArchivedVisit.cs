namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The entity that the recipes archive.</summary>
internal sealed class ArchivedVisit
{
    public long Id { get; set; }

    public DateTime At { get; set; }

    public DateTime ArchivedAt { get; set; }
}
