using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Tests.Mapping;

/// <summary>Mappings that a bulk operation does not support are refused by name, with the fix. <see cref="Docs.LimitsPageTests" /> has the others.</summary>
public sealed class SupportedShapeTests
{
    [Fact]
    public void No_primary_key() => Refused<Plain>("has no primary key; bulk operations need one.", model => model.Entity<Plain>().HasNoKey());

    [Fact]
    public void A_table_per_concrete_type_is_supported()
    {
        static void Model(ModelBuilder model)
        {
            model.Entity<Plain>().UseTpcMappingStrategy().ToTable("plain").Property(p => p.Id).ValueGeneratedNever();
            model.Entity<Derived>().ToTable("derived");
        }

        Assert.Equal(("plain", true), (Maps.Of<Plain>(Model).Table, Maps.Of<Plain>(Model).HasSeveralTables));
        Assert.Equal(("derived", false), (Maps.Of<Derived>(Model).Table, Maps.Of<Derived>(Model).HasSeveralTables));
    }

    [Fact]
    public void A_table_per_type_is_supported()
    {
        using ModelContext context = new(model =>
        {
            model.Entity<Plain>().UseTptMappingStrategy().ToTable("plain");
            model.Entity<Derived>().ToTable("derived");
        });
        IReadOnlyList<TableMap> maps = TableMaps.AllOf(context.Model.FindEntityType(typeof(Derived))!);
        Assert.Equal(["plain: Id, Name, Number", "derived: Id"], maps.Select(map => $"{map.Table}: {string.Join(", ", map.Columns.Select(column => column.Name))}"));
        Assert.Equal(["Id", null], maps.Select(map => map.AutoIncrement?.Name));
    }

    [Fact]
    public void An_owned_entity_in_its_owners_table_is_supported()
        => Assert.Equal(
            ["Id", "Part_Name"], Maps.Of<Owner>(model => model.Entity<Owner>().OwnsOne(o => o.Part)).Columns.Select(c => c.Name));

    [Fact]
    public void An_owned_type()
    {
        using ModelContext context = new(model => model.Entity<Owner>().OwnsOne(o => o.Part));
        Refused("Part", "is an owned type; insert its owner.", context.Model.FindEntityType(typeof(Owner))!.GetNavigations().Single().TargetEntityType);
    }

    [Fact]
    public void A_view() => Refused<Plain>("is not mapped to a table.", model => model.Entity<Plain>().ToView("plain"));

    [Fact]
    public void A_hierarchy_in_one_table_is_supported()
    {
        static void Model(ModelBuilder model)
        {
            model.Entity<Plain>();
            model.Entity<Derived>();
        }

        Assert.Equal("Derived", Maps.Of<Derived>(Model).Column("Discriminator").Constant);
        Assert.Equal("Plain", Maps.Of<Plain>(Model).Column("Discriminator").Constant);
    }

    [Fact]
    public void Complex_properties_are_supported()
        => Assert.Equal(["Part_Name"], Maps.Of<Owner>(model => model.Entity<Owner>().ComplexProperty(o => o.Part)).Columns.Where(c => c.Path!.Count == 2).Select(c => c.Name));

    [Fact]
    public void Two_entity_types_of_one_CLR_type_are_told_apart()
    {
        using ModelContext context = new(model =>
        {
            model.SharedTypeEntity<Plain>("A").ToTable("a");
            model.SharedTypeEntity<Plain>("B").ToTable("b");
        });
        Assert.Equal(("a", "b"), (TableMaps.Of(context.Model.FindEntityType("A")!).Table, TableMaps.Of(context.Model.FindEntityType("B")!).Table));
    }

    private static void Refused<T>(string reason, Action<ModelBuilder> model)
        where T : class
    {
        using ModelContext context = new(model);
        Refused(typeof(T).Name, reason, context.Model.FindEntityType(typeof(T))!);
    }

    private static void Refused(string name, string reason, IEntityType type)
        => Assert.Equal(
            $"Entity type '{name}' {reason} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.", Assert.Throws<InvalidOperationException>(() => SupportedShape.Check(type)).Message);

    private class Plain
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Number { get; set; }
    }

    private sealed class Derived : Plain;

    private sealed class Owner
    {
        public int Id { get; set; }

        public Part Part { get; set; } = new();
    }

    private sealed class Part
    {
        public string Name { get; set; } = "";
    }
}
