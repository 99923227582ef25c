using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Tests.Model;

/// <summary>Table maps of small models.</summary>
internal static class Maps
{
    public static QuotedNames Names { get; } = NamesOf(_ => { });

    /// <summary>The map of an entity type in its own model.</summary>
    public static TableMap Of<T>(Action<ModelBuilder> model)
        where T : class
    {
        using ModelContext context = new(model);
        return TableMaps.Of(context.Model.FindEntityType(typeof(T))!);
    }

    /// <summary>The map of an entity type that is mapped only by conventions.</summary>
    public static TableMap Of<T>()
        where T : class
        => Of<T>(static model => model.Entity<T>());

    public static ColumnMap Column(this TableMap table, string property) => table.Columns.Single(c => c.Property.Name == property);

    private static QuotedNames NamesOf(Action<ModelBuilder> model)
    {
        using ModelContext context = new(model);
        return new(context.GetService<ISqlGenerationHelper>());
    }
}
