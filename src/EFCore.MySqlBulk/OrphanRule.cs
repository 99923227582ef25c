using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk;

/// <summary>What becomes of stored rows of a scope that no given row matches.</summary>
internal sealed class OrphanRule
{
    private OrphanRule()
    {
    }

    public static OrphanRule Delete { get; } = new();

    public static OrphanRule Keep { get; } = new();

    /// <summary>What they are set to.</summary>
    public LambdaExpression? Set { get; private init; }

    /// <summary>The foreign key that is set to NULL.</summary>
    public IForeignKey? Severed { get; private init; }

    public static OrphanRule Update(LambdaExpression set) => new() { Set = set };

    /// <summary>They no longer refer to anything by a foreign key.</summary>
    public static OrphanRule Sever(IForeignKey foreignKey) => new() { Severed = foreignKey };
}
