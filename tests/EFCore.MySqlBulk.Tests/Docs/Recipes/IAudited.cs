namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>An entity with audit columns.</summary>
internal interface IAudited
{
    DateTime CreatedAt { get; set; }

    DateTime ModifiedAt { get; set; }

    string ModifiedBy { get; set; }
}
