using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Tests.Encoding;

public sealed class RowWriterTests
{
    [Fact]
    public void Values_reach_the_sink_in_order_and_in_their_own_types()
    {
        TableMap table = Maps.Of<Plain>();
        Plain row = new() { Id = 7, Flag = true, Small = 3, Price = 1.50m, Rate = 0.5, Name = "n", Number = 9, Bytes = [1, 2] };
        Assert.Equal(
            "Int32 7,Boolean True,Byte 3,Decimal 1.50,Double 0.5,String n,Int64 9,Byte[] 0102",
            Written(table, row, "Id", "Flag", "Small", "Price", "Rate", "Name", "Number", "Bytes"));
        Assert.Equal("String n,Int32 7", Written(table, row, "Name", "Id"));
    }

    [Fact]
    public void Nothing_is_written_for_null_but_NULL()
    {
        TableMap table = Maps.Of<Plain>();
        Assert.Equal("NULL,NULL,NULL", Written(table, new Plain { Name = null!, Number = null, Bytes = null }, "Name", "Number", "Bytes"));
    }

    [Fact]
    public void A_converter_is_applied_and_null_stays_null()
    {
        TableMap table = Maps.Of<Converted>(model => model.Entity<Converted>(row =>
        {
            row.Property(r => r.Color).HasConversion<string>();
            row.Property(r => r.Maybe).HasConversion<string>();
            row.Property(r => r.Wrapped).HasConversion(w => w.Value, v => new Wrapped(v));
            row.Property(r => r.Upper).HasConversion(t => t + "!", t => t);
        }));
        Assert.Equal(
            "String Green,NULL,Int32 5,Int16 2,NULL",
            Written(table, new Converted { Color = Color.Green, Wrapped = new(5), Plain = Color.Green }, "Color", "Maybe", "Wrapped", "Plain", "Upper"));
        Assert.Equal("String Red,String a!", Written(table, new Converted { Maybe = Color.Red, Upper = "a" }, "Maybe", "Upper"));
    }

    [Fact]
    public void Guids_are_written_as_their_columns_hold_them()
    {
        TableMap table = Maps.Of<Converted>(model => model.Entity<Converted>(row => row.Property(r => r.Wrapped).HasConversion(w => w.Value, v => new Wrapped(v))));
        Guid guid = Guid.NewGuid();
        Assert.Equal($"text {guid}", Written(table, new Converted { Guid = guid }, "Guid"));
    }

    [Fact]
    public void A_discriminator_is_a_constant_of_the_entity_type()
    {
        static void Model(ModelBuilder model) => model.Entity<Animal>().HasDiscriminator<string>("Kind").HasValue<Animal>("animal").HasValue<Dog>("dog");
        Assert.Equal("String dog,String Rex", Written(Maps.Of<Dog>(Model), new Dog { Name = "Rex" }, "Kind", "Name"));
        Assert.Equal("String animal,String Tom", Written(Maps.Of<Animal>(Model), new Animal { Name = "Tom" }, "Kind", "Name"));
    }

    [Fact]
    public void A_shadow_foreign_key_of_an_untracked_row_is_read_from_its_navigation()
    {
        TableMap table = Maps.Of<Child>(model => model.Entity<Child>().HasOne(c => c.Parent).WithMany().HasForeignKey("ParentId"));
        Assert.Equal("Int32 42", Written(table, new Child { Parent = new() { Id = 42 } }, "ParentId"));
        Assert.Equal("NULL", Written(table, new Child(), "ParentId"));
    }

    [Fact]
    public void A_shadow_value_of_a_tracked_row_is_read_from_its_entry()
    {
        using ModelContext context = new(model => model.Entity<Parent>().Property<string>("Note"));
        TableMap table = TableMaps.Of(context.Model.FindEntityType(typeof(Parent))!);
        Parent row = new() { Id = 1 };
        EntityEntry entry = context.Attach(row);
        entry.Property("Note").CurrentValue = "seen";
        Assert.Equal("String seen", Written(table, row, entry, new RowCell(table.Column("Note"))));
        Assert.Equal("NULL", Written(table, new Parent(), "Note"));
    }

    [Fact]
    public void A_token_of_a_tracked_row_is_its_original_value()
    {
        using ModelContext context = new(model => model.Entity<Plain>().Property(p => p.Small).IsConcurrencyToken());
        TableMap table = TableMaps.Of(context.Model.FindEntityType(typeof(Plain))!);
        RowCell token = new(table.Column("Small"), CellSource.Original);
        Plain row = new() { Id = 1, Small = 3 };
        EntityEntry entry = context.Attach(row);
        row.Small = 4;
        Assert.Equal("Byte 3", Written(table, row, entry, token));
        Assert.Equal("Byte 4", Written(table, row, null, token));
    }

    [Fact]
    public void A_sentinel_becomes_DEFAULT_where_the_column_has_one()
    {
        TableMap table = Maps.Of<Plain>(model => model.Entity<Plain>(row =>
        {
            row.Property(p => p.Small).HasDefaultValue((byte)5);
            row.Property(p => p.Name).HasDefaultValue("x");
            row.Property(p => p.Price).HasDefaultValue(1m).HasSentinel(-1m);
        }));
        RowCell[] cells = [OrDefault("Small"), OrDefault("Name"), OrDefault("Price")];
        Assert.Equal("DEFAULT,DEFAULT,DEFAULT", Written(table, new Plain { Small = 0, Name = null!, Price = -1m }, null, cells));
        Assert.Equal("Byte 1,String ,Decimal 0", Written(table, new Plain { Small = 1, Name = "", Price = 0m }, null, cells));

        RowCell OrDefault(string property) => new(table.Column(property), CellSource.CurrentOrDefault);
    }

    [Fact]
    public void A_complex_property_is_read_through_its_members()
    {
        TableMap table = Maps.Of<House>(model => model.Entity<House>().ComplexProperty(h => h.Address, address => address.ComplexProperty(a => a.Place)));
        House house = new() { Address = new() { Street = "s", Place = new() { City = "c" } } };
        Assert.Equal("String c,String s", Written(table, house, "City", "Street"));
        Assert.Throws<NullReferenceException>(() => Written(table, new House { Address = null! }, "Street"));
    }

    [Fact]
    public void Bare_keys_are_scalars_or_tuples()
    {
        Assert.Equal("Int32 5", BareKey(Maps.Of<Plain>(), 5));
        Assert.Equal("Int32 5", BareKey(Maps.Of<Plain>(), (short)5));
        TableMap two = Maps.Of<Wide>(model => model.Entity<Wide>().HasKey(w => new { w.A, w.B }));
        Assert.Equal("Int32 1,String b", BareKey(two, (1, "b")));
        Assert.Equal("Int32 1,String b", BareKey(two, Tuple.Create(1, "b")));
        TableMap eight = Maps.Of<Wide>(model => model.Entity<Wide>().HasKey(w => new { w.A, w.B, w.C, w.D, w.E, w.F, w.G, w.H }));
        Assert.Equal("Int32 1,String b,Int64 3,Int32 4,Int32 5,Int32 6,Int32 7,Int32 8", BareKey(eight, (1, "b", 3L, 4, 5, 6, 7, 8)));
    }

    [Theory]
    [InlineData(typeof(int))]
    [InlineData(typeof((int, int)))]
    [InlineData(typeof((int, string, long)))]
    [InlineData(typeof(ValueTuple<int>))]
    [InlineData(typeof(KeyValuePair<int, string>))]
    public void A_bare_key_of_another_shape_is_refused(Type type)
    {
        TableMap table = Maps.Of<Wide>(model => model.Entity<Wide>().HasKey(w => new { w.A, w.B }));
        Assert.StartsWith(
            $"The key of 'Wide' is (Int32 A, String B), but keys of type {type} were given.",
            Assert.Throws<InvalidOperationException>(() => BareKeys.Check(table, type)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(typeof(string))]
    [InlineData(typeof(bool))]
    [InlineData(typeof(ValueTuple<int>))]
    public void A_bare_key_of_another_type_is_refused(Type type) => Assert.Throws<InvalidOperationException>(() => BareKeys.Check(Maps.Of<Plain>(), type));

    [Fact]
    public void A_writer_is_compiled_once_for_equal_shapes()
    {
        TableMap table = Maps.Of<Plain>();
        Assert.Same(RowWriter.For<ListSink>(Shape(table, "Id", "Name")), RowWriter.For<ListSink>(Shape(table, "Id", "Name")));
        Assert.NotSame(RowWriter.For<ListSink>(Shape(table, "Id", "Name")), RowWriter.For<ListSink>(Shape(table, "Name", "Id")));
    }

    [Fact]
    public void A_warm_writer_allocates_nothing()
    {
        TableMap table = Maps.Of<Everything>();
        RowWriter<LiteralSink> write = RowWriter.For<LiteralSink>(Shape(table, [.. table.Columns.Select(c => c.Property.Name)]));
        Everything row = new() { Text = "O'Brien ü \\", Maybe = 5, Day = new(2024, 2, 29), Moment = DateTime.UnixEpoch, Time = TimeSpan.FromHours(3) };
        using LiteralSink sink = new(true, true);
        for (int i = 0; i < 200; i++)
            WriteHundred();

        long before = GC.GetAllocatedBytesForCurrentThread();
        WriteHundred();
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void WriteHundred()
        {
            sink.Clear();
            for (int i = 0; i < 100; i++)
            {
                row.Id = i;
                write(sink, row, null);
            }
        }
    }

    private static string Written(TableMap table, object row, params string[] properties)
        => Written(table, row, null, [.. properties.Select(name => new RowCell(table.Column(name)))]);

    private static string Written(TableMap table, object row, EntityEntry? entry, params RowCell[] cells) => Run(new RowShape(table, cells), row, entry);

    private static string BareKey<T>(TableMap table, T key)
        where T : notnull
    {
        BareKeys.Check(table, typeof(T));
        return Run(new(table, [.. table.Key.Select(c => new RowCell(c))], typeof(T)), key, null);
    }

    private static string Run(RowShape shape, object row, EntityEntry? entry)
    {
        ListSink sink = new();
        RowWriter.For<ListSink>(shape)(sink, row, entry);
        return string.Concat(sink.Calls);
    }

    private static RowShape Shape(TableMap table, params string[] properties) => new(table, [.. properties.Select(name => new RowCell(table.Column(name)))]);

    private enum Color : short
    {
        Red = 1,
        Green = 2,
    }

    private readonly record struct Wrapped(int Value);

    private sealed class Plain
    {
        public int Id { get; set; }

        public bool Flag { get; set; }

        public byte Small { get; set; }

        public decimal Price { get; set; }

        public double Rate { get; set; }

        public string Name { get; set; } = "";

        public long? Number { get; set; }

        public byte[]? Bytes { get; set; }
    }

    private sealed class Converted
    {
        public int Id { get; set; }

        public Color Color { get; set; }

        public Color? Maybe { get; set; }

        public Color Plain { get; set; }

        public Wrapped Wrapped { get; set; }

        public string? Upper { get; set; }

        public Guid Guid { get; set; }
    }

    private class Animal
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Dog : Animal;

    private sealed class Parent
    {
        public int Id { get; set; }
    }

    private sealed class Child
    {
        public int Id { get; set; }

        public Parent? Parent { get; set; }
    }

    private sealed class House
    {
        public int Id { get; set; }

        public Address Address { get; set; } = new();
    }

    private sealed class Address
    {
        public string Street { get; set; } = "";

        public Place Place { get; set; } = new();
    }

    private sealed class Place
    {
        public string City { get; set; } = "";
    }

    private sealed class Wide
    {
        public int A { get; set; }

        public string B { get; set; } = "";

        public long C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }

        public int G { get; set; }

        public int H { get; set; }
    }

    private sealed class Everything
    {
        public long Id { get; set; }

        public bool Flag { get; set; }

        public byte Byte { get; set; }

        public short Short { get; set; }

        public uint Unsigned { get; set; }

        public ulong Huge { get; set; } = ulong.MaxValue;

        public float Single { get; set; } = 0.1f;

        public double Double { get; set; } = 0.1;

        public decimal Decimal { get; set; } = 1.23m;

        public string Text { get; set; } = "";

        public int? Maybe { get; set; }

        public int? Never { get; set; }

        public Color Color { get; set; } = Color.Green;

        public Color? MaybeColor { get; set; } = Color.Red;

        public DateTime Moment { get; set; }

        public DateOnly Day { get; set; }

        public TimeSpan Time { get; set; }

        public TimeOnly Clock { get; set; }

        public DateTimeOffset Offset { get; set; } = DateTimeOffset.UnixEpoch;

        public Guid Guid { get; set; }
    }
}
