using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Mapping;

public sealed class TableMapTests
{
    [Fact]
    public void Columns_keys_and_names_are_the_models()
    {
        TableMap table = Maps.Of<Item>(model => model.Entity<Item>(item =>
        {
            item.ToTable("items");
            item.HasKey(i => new { i.Place, i.Id });
            item.Property(i => i.Name).HasColumnName("the name");
            item.Property(i => i.Version).IsConcurrencyToken();
            item.Ignore(i => i.Ignored);
        }));
        Assert.Equal(("items", null, "Item"), (table.Table, table.Schema, table.DisplayName));
        Assert.Equal(["Id", "Place", "Version", "the name"], table.Columns.Select(c => c.Name).Order(StringComparer.Ordinal));
        Assert.Equal(["Place", "Id"], table.Key.Select(c => c.Name));
        Assert.Equal(["Version"], table.ConcurrencyTokens.Select(c => c.Name));
        Assert.Equal(["Place", "Id"], table.Key.Where(c => c is { IsKey: true, IsUpdatable: false }).Select(c => c.Name));
        Assert.Same(table.Column("Name"), table.ColumnOf(table.Column("Name").Property));
    }

    [Theory]
    [InlineData(typeof(Keyed<int>), true)]
    [InlineData(typeof(Keyed<long>), true)]
    [InlineData(typeof(Keyed<ulong>), true)]
    [InlineData(typeof(Keyed<short>), true)]
    [InlineData(typeof(Keyed<byte>), false)]
    [InlineData(typeof(Keyed<string>), false)]
    [InlineData(typeof(Keyed<Guid>), false)]
    public void An_integer_key_is_generated_by_the_server(Type type, bool generated)
    {
        TableMap table = MapOf(type, _ => { });
        Assert.Equal(generated, table.AutoIncrement is not null);
        Assert.Equal(generated, table.KeyWriter is not null);
    }

    [Fact]
    public void A_key_that_the_model_does_not_generate_is_the_entitys()
        => Assert.Null(Maps.Of<Keyed<int>>(model => model.Entity<Keyed<int>>().Property(k => k.Id).ValueGeneratedNever()).AutoIncrement);

    [Fact]
    public void A_composite_key_is_not_generated()
        => Assert.Null(Maps.Of<Item>(model => model.Entity<Item>().HasKey(i => new { i.Id, i.Place })).AutoIncrement);

    [Fact]
    public void One_column_of_a_composite_key_may_be_generated()
    {
        TableMap table = Maps.Of<Item>(model => model.Entity<Item>(item =>
        {
            item.HasKey(i => new { i.Place, i.Id });
            item.Property(i => i.Id).ValueGeneratedOnAdd();
        }));
        Assert.Equal("Id", table.AutoIncrement?.Name);
    }

    [Fact]
    public void A_key_that_is_a_foreign_key_is_the_principals()
        => Assert.Null(Maps.Of<Detail>(model => model.Entity<Detail>().HasOne(d => d.Item).WithOne().HasForeignKey<Detail>(d => d.Id)).AutoIncrement);

    [Fact]
    public void A_default_is_not_a_generated_key()
    {
        TableMap table = Maps.Of<Item>(model => model.Entity<Item>(item =>
        {
            item.Property(i => i.Place).HasDefaultValue(4);
            item.Property(i => i.Version).HasComputedColumnSql("1 + 1");
        }));
        Assert.Equal(("Id", ValueOrigin.StoreDefault, ValueOrigin.Server, ValueOrigin.Entity),
            (table.AutoIncrement?.Name, table.Column("Place").Origin, table.Column("Version").Origin, table.Column("Name").Origin));
        Assert.Equal((true, false), (table.Column("Place").IsUpdatable, table.Column("Version").IsUpdatable));
    }

    [Fact]
    public void Generated_keys_are_written_and_the_sentinel_is_known()
    {
        TableMap table = Maps.Of<Keyed<ulong>>();
        Keyed<ulong> row = new();
        Assert.True(table.GeneratesKey(new BulkRow(row, null, 0)));
        table.KeyWriter!(row, 77);
        Assert.Equal(77UL, row.Id);
        Assert.False(table.GeneratesKey(new BulkRow(row, null, 0)));
        Assert.Equal(5UL, table.KeyFromInteger(5));
    }

    [Fact]
    public void A_generated_key_goes_through_its_converter()
    {
        TableMap table = Maps.Of<Keyed<Number>>(model => model.Entity<Keyed<Number>>()
            .Property(k => k.Id).HasConversion(n => n.Value, v => new Number(v)).ValueGeneratedOnAdd());
        Keyed<Number> row = new();
        Assert.True(table.GeneratesKey(new BulkRow(row, null, 0)));
        table.KeyWriter!(row, 77);
        Assert.Equal(new Number(77), row.Id);
        Assert.Equal(new Number(5), table.KeyFromInteger(5));
    }

    [Fact]
    public void A_custom_sentinel_is_respected()
    {
        TableMap table = Maps.Of<Keyed<int>>(model => model.Entity<Keyed<int>>().Property(k => k.Id).HasSentinel(-1));
        Assert.Equal((true, false), (table.GeneratesKey(new BulkRow(new Keyed<int> { Id = -1 }, null, 0)), table.GeneratesKey(new BulkRow(new Keyed<int> { Id = 0 }, null, 0))));
    }

    [Fact]
    public void A_map_is_made_once_for_each_model()
    {
        using ModelContext one = new(model => model.Entity<Item>().ToTable("one"));
        using ModelContext two = new(model => model.Entity<Item>().ToTable("two"));
        Assert.Same(Of(one), Of(one));
        Assert.Equal(("one", "two"), (Of(one).Table, Of(two).Table));

        static TableMap Of(ModelContext context) => TableMaps.Of(context.Model.FindEntityType(typeof(Item))!);
    }

    [Fact]
    public void What_is_made_from_a_map_is_made_once()
    {
        TableMap table = Maps.Of<Item>();
        Assert.Same(table.GetOrAdd("key", static (_, key) => new object()), table.GetOrAdd("key", static (_, key) => new object()));
        Assert.NotSame(table.GetOrAdd("key", static (_, key) => new object()), table.GetOrAdd("other", static (_, key) => new object()));
    }

    private static TableMap MapOf(Type type, Action<ModelBuilder> model)
    {
        using ModelContext context = new(builder =>
        {
            builder.Entity(type);
            model(builder);
        });
        return TableMaps.Of(context.Model.FindEntityType(type)!);
    }

    private readonly record struct Number(int Value);

    private sealed class Keyed<TKey>
    {
        public TKey Id { get; set; } = default!;

        public string Name { get; set; } = "";
    }

    private sealed class Item
    {
        public int Id { get; set; }

        public int Place { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public string? Ignored { get; set; }
    }

    private sealed class Detail
    {
        public int Id { get; set; }

        public Item Item { get; set; } = null!;
    }
}
