using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>The table that the rows of a query are copied to, and what its columns get.</summary>
/// <param name="EntityType">The entity type.</param>
/// <param name="Table">The table.</param>
/// <param name="Columns">The columns that get a value.</param>
internal sealed record TargetTable(IEntityType EntityType, ITable Table, IReadOnlyList<TargetColumn> Columns)
{
    /// <summary>The table of the entities that a lambda creates.</summary>
    /// <param name="context">The context.</param>
    /// <param name="source">The type of the query's entities.</param>
    /// <param name="row">The lambda.</param>
    /// <param name="call">The method that copies.</param>
    /// <exception cref="ArgumentException">The lambda creates nothing, or does more.</exception>
    /// <exception cref="InvalidOperationException">The entities are not of one table of the model, or a value would be stored in another form.</exception>
    public static TargetTable Of<TEntity, TTarget>(DbContext context, IEntityType source, Expression<Func<TEntity, TTarget>> row, string call)
    {
        string name = typeof(TTarget).Name;
        if (row.Body is not MemberInitExpression { NewExpression.Arguments.Count: 0, Bindings.Count: > 0 } created || created.Bindings.Any(binding => binding is not MemberAssignment))
            throw new ArgumentException($"The row given to {call} is '{row}'; write it as o => new {name} {{ Id = o.Id, … }}, with a value for each property.", nameof(row));
        IEntityType target = context.Model.FindEntityType(typeof(TTarget)) ?? throw new InvalidOperationException($"{call} needs an entity type of the model to copy to, and '{typeof(TTarget)}' is none in that of {context.GetType().Name}.");
        ITable[] tables = [.. target.GetTableMappings().Select(mapping => mapping.Table)];
        if (tables is not [var table] || target.FindDiscriminatorProperty() is not null)
            throw new InvalidOperationException($"'{target.DisplayName()}' shares its table with other types, or has several tables or none. {call} copies to types with a table of their own.");
        if (source.GetTableMappings().Any(mapping => mapping.Table == table))
            throw new InvalidOperationException($"{call} would copy rows of '{table.Name}' to the same table, and meet them again. Copy them to another table.");
        return new(target, table, ColumnsOf(context, source, target, table, row, created, call));
    }

    private static TargetColumn[] ColumnsOf(DbContext context, IEntityType source, IEntityType target, ITable table, LambdaExpression row, MemberInitExpression created, string call)
    {
        List<TargetColumn> columns = [];
        foreach (MemberAssignment assigned in created.Bindings.Cast<MemberAssignment>())
        {
            IProperty property = target.FindProperty(assigned.Member.Name)
                ?? throw new InvalidOperationException($"The row given to {call} sets '{assigned.Member.Name}', which is not a property of '{target.DisplayName()}' with a column of its own. Copy owned entities, complex types and navigations with calls of their own.");
            CheckForm(context, source, property, Expression.Lambda(assigned.Expression, row.Parameters), call);
            columns.Add(new(property, table.FindColumn(property)!.Name, assigned.Member.Name, assigned.Expression));
        }

        return [.. columns];
    }

    // The server copies values as they are stored, and EF Core does not know where they go.
    private static void CheckForm(DbContext context, IEntityType source, IProperty property, LambdaExpression value, string call)
    {
        RelationalTypeMapping to = property.GetRelationalTypeMapping();
        Type type = value.Body is UnaryExpression { NodeType: ExpressionType.Convert } converted ? converted.Operand.Type : value.Body.Type;
        RelationalTypeMapping? from = ListColumn.Find(source, value)?.Property.GetRelationalTypeMapping()
            ?? context.GetService<IRelationalTypeMappingSource>().FindMapping(Nullable.GetUnderlyingType(type) ?? type);
        if (from is null || FormOf(from) != FormOf(to) || !StoredForm.AreEqual(from.Converter, to.Converter))
            throw new InvalidOperationException($"The row given to {call} sets '{property.Name}', which is stored as {to.StoreType}{Converted(to)}, to a value that is stored in another form. Give it a property that is stored in the same way.");
    }

    // A GUID is stored as text or as bytes, without a converter.
    private static (Type? Converter, string? StoreType) FormOf(RelationalTypeMapping mapping)
        => (mapping.Converter?.GetType(), mapping.ClrType == typeof(Guid) || mapping.Converter is not null ? mapping.StoreTypeNameBase.ToLowerInvariant() : null);

    private static string Converted(RelationalTypeMapping mapping) => mapping.Converter is null ? "" : " with a conversion";
}
