using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class PropertySelectionTests
{
    private const string Option = "BulkUpdateOptions.Update";
    private static readonly TableMap Orders = Maps.Of<Order>(model => model.Entity<Order>(order =>
    {
        order.ComplexProperty(o => o.Address, address => address.ComplexProperty(a => a.Place));
        order.Property(o => o.Written).HasComputedColumnSql("NOW()");
        order.Property(o => o.Number).Metadata.SetAfterSaveBehavior(Microsoft.EntityFrameworkCore.Metadata.PropertySaveBehavior.Throw);
    }));

    private static string? SomeField => "x";

    [Fact]
    public void One_property() => Assert.Equal(["Age"], Names(o => o.Age));

    [Fact]
    public void Several_properties() => Assert.Equal(["Age", "Name"], Names(o => new { o.Age, o.Name }));

    [Fact]
    public void Renamed_properties_keep_the_name_of_the_entity() => Assert.Equal(["Age"], Names(o => new { Years = o.Age }));

    [Fact]
    public void An_array_of_properties() => Assert.Equal(["Age", "Name"], Names(o => new object?[] { o.Age, o.Name }));

    [Fact]
    public void A_nested_property() => Assert.Equal(["Address.Place.City"], Names(o => o.Address.Place.City));

    [Fact]
    public void Casts_are_looked_through() => Assert.Equal(["Age", "Name"], Names(o => new { Age = (long)o.Age, Name = o.Name as object }));

    [Fact]
    public void Shadow_properties_where_they_are_allowed()
    {
        Assert.Equal(["Since"], WithShadow(o => EF.Property<DateTime>(o, "Since")));
        Assert.Equal(["Age", "Since", "Name"], WithShadow(o => new { o.Age, At = EF.Property<DateTime>(o, "Since"), o.Name }));
        Assert.Equal(["Since", "Age"], WithShadow(o => new object[] { EF.Property<DateTime>((object)o, "Since"), o.Age }));
        Assert.Equal(["Address.Since"], WithShadow(o => EF.Property<DateTime>(o.Address, "Since")));

        Order other = new();
        Assert.Throws<ArgumentException>(() => WithShadow(o => EF.Property<DateTime>(other, "Since")));
        Assert.Throws<ArgumentException>(() => WithShadow(o => EF.Property<DateTime>(o, o.Name)));
        Assert.Throws<ArgumentException>(() => WithShadow(o => EF.Property<DateTime>(o, "Since").Year));

        static IReadOnlyList<string> WithShadow(Expression<Func<Order, object?>> selection) => PropertySelection.Names(selection, "Walk", withShadow: true);
    }

    [Fact]
    public void Shadow_properties_are_not_allowed_elsewhere()
    {
        Refused("o => Convert(Property(o, \"Since\"), Object)", o => EF.Property<DateTime>(o, "Since"));
        Assert.Throws<ArgumentException>(() => PropertySelection.Name((Expression<Func<Order, DateTime>>)(o => EF.Property<DateTime>(o, "Since")), Option));
    }

    [Fact]
    public void A_method_call_is_not_a_property() => Refused("o => o.Name.Trim()", o => o.Name.Trim());

    [Fact]
    public void A_sum_is_not_a_property() => Refused("o => Convert((o.Age + 1), Object)", o => o.Age + 1);

    [Fact]
    public void The_entity_is_not_a_property() => Refused("o => o", o => o);

    [Fact]
    public void Nothing_is_not_a_property()
    {
        Assert.Throws<ArgumentException>(() => PropertySelection.Names((Expression<Func<Order, object?>>)(o => new { }), Option));
        Refused("o => new [] {}", Expression.Lambda<Func<Order, object?>>(Expression.NewArrayInit(typeof(object)), Expression.Parameter(typeof(Order), "o")));
    }

    [Fact]
    public void A_constant_is_not_a_property() => Refused("o => Convert(1, Object)", o => 1);

    [Fact]
    public void A_value_from_elsewhere_is_not_a_property()
        => Assert.Throws<ArgumentException>(() => PropertySelection.Names((Expression<Func<Order, object?>>)(o => new { o.Age, SomeField }), Option));

    [Fact]
    public void A_property_of_another_object_is_not_a_property()
    {
        Order other = new();
        Assert.Throws<ArgumentException>(() => PropertySelection.Names((Expression<Func<Order, object?>>)(o => other.Age), Option));
    }

    [Fact]
    public void Names_become_columns_in_the_order_of_the_selection()
        => Assert.Equal(["Name", "Age"], Columns(o => new { o.Name, o.Age }));

    [Fact]
    public void A_complex_property_stands_for_all_of_its_own()
        => Assert.Equal(["City", "Street", "Zip"], Columns(o => o.Address).Order());

    [Fact]
    public void A_property_and_the_complex_property_around_it_are_written_once()
        => Assert.Equal(["City", "Zip"], Columns(o => new { o.Address.Place.City, o.Address.Place }));

    [Fact]
    public void A_name_that_begins_like_another_is_not_taken_for_it() => Assert.Equal(["Age"], Columns(o => o.Age));

    [Theory]
    [InlineData("Nothing", "BulkUpdateOptions.Update names 'Nothing', which is not a mapped property of 'Order'.")]
    [InlineData("Id", "BulkUpdateOptions.Update names 'Order.Id', which is part of the key and cannot be updated.")]
    [InlineData("Written", "BulkUpdateOptions.Update names 'Order.Written', which the server generates or the model does not allow to be updated.")]
    [InlineData("Number", "BulkUpdateOptions.Update names 'Order.Number', which the server generates or the model does not allow to be updated.")]
    public void A_name_that_cannot_be_updated_is_refused(string name, string message)
        => Assert.Equal(message, Assert.Throws<InvalidOperationException>(() => PropertySelection.Columns(Orders, [name], Option)).Message);

    [Fact]
    public void What_is_excepted_is_not_written_and_names_are_checked()
    {
        Assert.Equal(["AgeOfAccount", "Name", "Street"], Except(o => new { o.Age, o.Address.Place, o.Id, o.Written }).Order());
        Assert.Equal(
            "BulkUpdateOptions.Except names 'Nothing', which is not a mapped property of 'Order'.",
            Assert.Throws<InvalidOperationException>(() => WrittenColumns.Of(Orders, new() { Except = ["Nothing"] }).ToList()).Message);
        Assert.StartsWith(
            "BulkUpdateOptions.Except is 'o => ", Assert.Throws<ArgumentException>(() => Except(o => o.Name.Trim())).Message, StringComparison.Ordinal);

        static IEnumerable<string> Except(Expression<Func<Order, object?>> selection)
            => WrittenColumns.Of(Orders, ResolvedOptions.Of(new BulkUpdateOptions<Order> { Except = selection }, new())).Select(c => c.Property.Name);
    }

    [Fact]
    public void What_is_written_and_what_is_not_cannot_both_be_named()
        => Assert.StartsWith(
            "BulkUpdateOptions.Update and BulkUpdateOptions.Except are both set. Keep one",
            Assert.Throws<ArgumentException>(() => ResolvedOptions.Of(new BulkUpdateOptions<Order> { Except = o => o.Age, Update = o => o.Name }, new())).Message, StringComparison.Ordinal);

    private static void Refused(string text, Expression<Func<Order, object?>> selection)
        => Assert.Equal(
            $"BulkUpdateOptions.Update is '{text}'; write it as u => u.Age or u => new {{ u.Age, u.Score }}.",
            Assert.Throws<ArgumentException>(() => PropertySelection.Names(selection, Option)).Message);

    private static IReadOnlyList<string> Names(Expression<Func<Order, object?>> selection) => PropertySelection.Names(selection, Option);

    private static IEnumerable<string> Columns(Expression<Func<Order, object?>> selection)
        => PropertySelection.Columns(Orders, Names(selection), Option).Select(c => c.Property.Name);

    private sealed class Order
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Age { get; set; }

        public int AgeOfAccount { get; set; }

        public int Number { get; set; }

        public DateTime Written { get; set; }

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

        public string Zip { get; set; } = "";
    }
}
