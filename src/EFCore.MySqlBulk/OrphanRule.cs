using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk;

/// <summary>What to do with orphans.</summary>
internal sealed class OrphanRule
{
    private OrphanRule()
    {
    }

    public static OrphanRule Delete { get; } = new();

    public static OrphanRule Keep { get; } = new();

    /// <summary>What they are set to.</summary>
    public IReadOnlyList<RowSetter>? Set { get; private init; }

    /// <summary>The foreign key that is set to NULL.</summary>
    public IForeignKey? Severed { get; private init; }

    public static OrphanRule Update(IReadOnlyList<RowSetter> set) => new() { Set = set };

    /// <summary>The rule that sets a foreign key to NULL.</summary>
    public static OrphanRule Sever(IForeignKey foreignKey) => new() { Severed = foreignKey };
}
