using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>AND Discriminator IN ('a','b')</c>: a bare key has no type, so this excludes rows of types that the call did not name.</summary>
internal static class TypeCondition
{
    /// <param name="plan">The plan.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="qualifier">The text before the column's name.</param>
    /// <returns>The condition after that on the key; empty if rows are entities, or may be of any type of the table.</returns>
    public static string And(BulkPlan plan, QuotedNames names, string qualifier = "")
    {
        IEntityType type = plan.Table.EntityType;
        if (plan.Shape.BareKeyType is null || type.BaseType is null || type.FindDiscriminatorProperty() is not { } discriminator)
            return "";
        ColumnMap column = plan.Table.ColumnOf(discriminator);
        IEnumerable<string> values = type.GetConcreteDerivedTypesInclusive().Select(each => column.TypeMapping.GenerateSqlLiteral(each.GetDiscriminatorValue()));
        return $" AND {qualifier}{names.Column(column)} IN ({string.Join(",", values)})";
    }
}
