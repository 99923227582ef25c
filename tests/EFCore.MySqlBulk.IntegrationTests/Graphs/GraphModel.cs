using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>A model with every kind of relationship: references, collections with and without a navigation back, many-to-many, trees, owned entities in tables of their own, a table per type, an entity in two
/// tables; keys that the server, the client or nobody generates.</summary>
internal static class GraphModel
{
    public static void Build(ModelBuilder model)
    {
        model.Entity<Customer>(customer =>
        {
            customer.ToTable("customers");
            customer.HasMany(c => c.Orders).WithOne(o => o.Customer).HasForeignKey(o => o.CustomerId);
        });
        model.Entity<Order>(order =>
        {
            order.ToTable("orders").HasMany(o => o.Lines).WithOne().HasForeignKey("OrderId").IsRequired();
            order.HasOne(o => o.Detail).WithOne(d => d.Order).HasForeignKey<Detail>(d => d.OrderId);
            order.HasMany(o => o.Tags).WithMany(t => t.Orders).UsingEntity("order_tags");
            order.OwnsMany(o => o.Notes, note =>
            {
                note.ToTable("notes");
                note.OwnsMany(n => n.Marks).ToTable("marks");
            });
            order.OwnsOne(o => o.Address, address => address.ToTable("addresses"));
        });
        model.Entity<Line>(line =>
        {
            line.ToTable("lines").HasOne(l => l.Product).WithMany().HasForeignKey(l => l.ProductCode);
            line.Property(l => l.Name).HasMaxLength(50);
            line.HasIndex(l => l.Name).IsUnique();
        });
        model.Entity<Detail>().ToTable("details").HasKey(d => d.OrderId);
        model.Entity<Product>(product =>
        {
            product.ToTable("products").HasKey(p => p.Code);
            product.Property(p => p.Code).HasMaxLength(20);
            product.HasOne(p => p.Category).WithMany(c => c.Products);
        });
        model.Entity<Category>().ToTable("categories").HasMany(c => c.Children).WithOne(c => c.Parent).HasForeignKey(c => c.ParentId);
        model.Entity<Tag>().ToTable("tags");
        model.Entity<Person>(person =>
        {
            person.UseTptMappingStrategy().ToTable("people");
            person.HasMany(p => p.Rooms).WithOne().HasForeignKey("OwnerId");
        });
        model.Entity<Employee>().ToTable("employees").HasOne(e => e.Manager).WithMany(e => e.Staff).HasForeignKey(e => e.ManagerId);
        model.Entity<Room>(room =>
        {
            room.ToTable("rooms").HasKey(r => new { r.House, r.Number });
            room.SplitToTable("room_sizes", part => part.Property(r => r.Size));
        });
    }
}

internal abstract class Named
{
    public string Name { get; set; } = "";
}

internal sealed class Customer : Named
{
    public int Id { get; set; }

    public List<Order> Orders { get; } = [];

    public Employee? Agent { get; set; }

    public int? AgentId { get; set; }
}

internal sealed class Order : Named
{
    public int Id { get; set; }

    public int? CustomerId { get; set; }

    public Customer? Customer { get; set; }

    public List<Line> Lines { get; set; } = [];

    public Detail? Detail { get; set; }

    public HashSet<Tag> Tags { get; set; } = [];

    public List<Note> Notes { get; set; } = [];

    public Address? Address { get; set; }
}

internal sealed class Line : Named
{
    public Guid Id { get; set; }

    public string? ProductCode { get; set; }

    public Product? Product { get; set; }
}

internal sealed class Detail : Named
{
    public int OrderId { get; set; }

    public Order? Order { get; set; }
}

internal sealed class Tag : Named
{
    public long Id { get; set; }

    public List<Order> Orders { get; set; } = [];
}

internal sealed class Product : Named
{
    public string Code { get; set; } = "";

    public Category? Category { get; set; }
}

internal sealed class Category : Named
{
    public int Id { get; set; }

    public int? ParentId { get; set; }

    public Category? Parent { get; set; }

    public List<Category> Children { get; set; } = [];

    public List<Product> Products { get; set; } = [];
}

internal sealed class Note : Named
{
    public List<Mark> Marks { get; set; } = [];
}

internal sealed class Mark : Named;

internal sealed class Address : Named;

internal class Person : Named
{
    public int Id { get; set; }

    public List<Room> Rooms { get; set; } = [];
}

internal sealed class Employee : Person
{
    public int? ManagerId { get; set; }

    public Employee? Manager { get; set; }

    public List<Employee> Staff { get; set; } = [];

    public string Job { get; set; } = "";
}

internal sealed class Room : Named
{
    public string House { get; set; } = "";

    public int Number { get; set; }

    public int Size { get; set; }
}
