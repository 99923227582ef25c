namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>Has audit columns.</summary>
internal interface IAudited
{
    DateTime CreatedAt { get; set; }

    DateTime ModifiedAt { get; set; }

    string ModifiedBy { get; set; }
}
