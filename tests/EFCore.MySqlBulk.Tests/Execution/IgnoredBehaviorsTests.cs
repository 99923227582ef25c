using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Warnings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Tests.Execution;

/// <summary>A warning event says, once per context, what a bulk call leaves out.</summary>
public sealed class IgnoredBehaviorsTests
{
    private const string HoldsLines =
        "BulkInsert stores only the rows it is given: 'Order.Lines' of row 1 holds entities that are not stored. Set IncludeGraph, or insert them in a separate call, once the keys are known.";

    private readonly List<string> _told = [];

    [Fact]
    public void A_filled_collection_is_reported_once_per_call()
    {
        using ShopContext context = Shop();
        Insert<Order>(context, new(), new() { Lines = { new() } }, new() { Lines = { new() } });
        Assert.Equal([HoldsLines], _told);
        Insert<Order>(context, new(), new() { Lines = { new() } });
        Assert.Equal([HoldsLines, HoldsLines], _told);
    }

    [Fact]
    public void A_call_that_is_made_again_does_not_report_it_again()
    {
        using ShopContext context = Shop();
        Order[] rows = [new(), new() { Lines = { new() } }];
        BulkRequest request = BulkCall.Insert<Order>(context, null, RowSources.Of(rows), null).Request;
        Tell(context, request, rows);
        Tell(context, request with { Options = request.Options with { Pipelining = BulkPipelining.Never } }, rows);
        Assert.Equal([HoldsLines], _told);
    }

    [Fact]
    public void The_call_says_before_the_context_whether_it_is_reported()
    {
        using ShopContext context = Shop(o => o.UseMySqlBulk(b => b.LeftOutEntities(BulkReaction.Ignore)));
        Order[] rows = [new(), new() { Lines = { new() } }];
        Insert(context, rows);
        Assert.Equal([], _told);
        Tell(context, BulkCall.Insert<Order>(context, null, RowSources.Of(rows), new() { LeftOutEntities = BulkReaction.Warn }).Request, rows);
        Assert.Equal([HoldsLines], _told);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Where_it_is_refused_a_row_may_hold_rows_that_come_before_or_after_it(bool isMissing)
    {
        using ShopContext context = Shop();
        Part[] parts = [new(), new(), new(), new()];
        parts[1].Parts.Add(parts[0]);
        parts[2].Parts.AddRange([parts[3], .. isMissing ? [new Part()] : Array.Empty<Part>()]);
        BulkRequest request = BulkCall.Insert<Part>(context, null, RowSources.Of(parts), new() { LeftOutEntities = BulkReaction.Refuse }).Request;
        LeftOutCheck check = LeftOutCheck.Of(request, TrackedEntries.Of(request))!;
        BulkOperationException? refused = (BulkOperationException?)Record.Exception(() => check.CheckAll(parts, row => row));
        Assert.Equal(isMissing ? 2 : null, refused?.RowIndex);
    }

    [Fact]
    public void An_empty_collection_is_not_reported()
    {
        using ShopContext context = Shop();
        Insert<Order>(context, new(), new() { Lines = [], Tags = [] });
        Assert.Equal([], _told);
    }

    [Fact]
    public void A_principal_is_not_reported()
    {
        using ShopContext context = Shop();
        Insert<Order>(context, new Order { Customer = new() { Id = 7 } });
        Assert.Equal([], _told);
    }

    [Fact]
    public void Tracked_entities_are_not_reported()
    {
        using ShopContext context = Shop();
        Order order = new() { Lines = { new() }, Customer = new(), Tags = { new() } };
        context.Add(order);
        Insert(context, order);
        Assert.Equal([], _told);
    }

    [Fact]
    public void A_many_to_many_link_is_reported_even_to_a_tracked_entity()
    {
        using ShopContext context = Shop();
        Tag tag = new() { Id = 3 };
        context.Attach(tag);
        Insert<Order>(context, new Order { Tags = { tag } });
        Assert.StartsWith("BulkInsert stores only the rows it is given: 'Order.Tags' of row 0 holds", Assert.Single(_told), StringComparison.Ordinal);
    }

    [Fact]
    public void A_reference_to_another_row_of_the_call_is_not_reported()
    {
        using ShopContext context = Shop();
        Part parent = new();
        Part child = new() { Parent = parent };
        parent.Parts.Add(child);
        Insert(context, parent, child);
        Assert.Equal([], _told);
        Insert(context, parent);
        Assert.StartsWith("BulkInsert stores only the rows it is given: 'Part.Parts' of row 0 holds", Assert.Single(_told), StringComparison.Ordinal);
    }

    [Fact]
    public void An_entity_that_may_be_a_later_row_is_not_reported()
    {
        using ShopContext context = Shop();
        Part parent = new() { Parts = { new() } };
        BulkRequest request = BulkCall.Insert<Part>(context, null, RowSources.Of([parent]), null).Request;
        IgnoredBehaviors.Tell(request, [parent], areAll: false, TrackedEntries.Of(request), ContextLog.Of(context));
        Assert.Equal([], _told);
    }

    [Fact]
    public void A_row_of_a_derived_type_is_asked_for_its_own_navigations()
    {
        using ShopContext context = Shop();
        Insert<Order>(context, new(), new GiftOrder { Card = new() });
        Assert.StartsWith("BulkInsert stores only the rows it is given: 'GiftOrder.Card' of row 1 holds", Assert.Single(_told), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_query_filter_is_reported_for_updates_and_deletes_only(bool isDelete)
    {
        using ShopContext context = Shop();
        Customer[] rows = [new() { Id = 1 }];
        Insert(context, rows);
        Assert.Equal([], _told);
        for (int i = 0; i < 2; i++)
        {
            Tell(context, isDelete
                ? BulkCall.DeleteByKey<Customer, int>(context, null, RowSources.Of([1]), null).Request
                : BulkCall.Update<Customer>(context, null, RowSources.Of(rows), null).Request, isDelete ? [1] : rows);
        }

        Assert.Equal(
            [$"'Customer' has a query filter, which Bulk{(isDelete ? "Delete" : "Update")} does not apply: it finds rows by their keys, including those that the filter hides."], _told);
    }

    [Fact]
    public void Interceptors_and_overrides_are_named()
    {
        using AuditedContext context = new(o => Configure(o).AddInterceptors(new Auditor(), new Outbox()));
        Insert<Order>(context, new Order());
        Insert<Order>(context, new Order());
        Assert.Equal(
            ["Bulk operations bypass Auditor, Outbox, AuditedContext.SaveChanges, whose code does not run for their rows. Use hooks instead: UseMySqlBulk(o => o.BeforeInsert<…>(…)), BeforeUpdate, BeforeDelete."], _told);
    }

    [Fact]
    public void A_context_that_turns_a_warning_into_an_error_gets_one_each_time()
    {
        using ShopContext context = Shop(o => o.ConfigureWarnings(warnings => warnings.Throw(BulkEventId.RelatedEntitiesLeftOut)));
        for (int i = 0; i < 2; i++)
        {
            string message = Assert.Throws<InvalidOperationException>(() => Insert<Order>(context, new Order { Lines = { new() } })).Message;
            Assert.Contains("BulkEventId.RelatedEntitiesLeftOut", message, StringComparison.Ordinal);
            Assert.Contains("'Order.Lines' of row 0", message, StringComparison.Ordinal);
        }

        Assert.Equal([], _told);
    }

    [Fact]
    public void An_ignored_warning_is_not_reported()
    {
        using ShopContext context = Shop(o => o.ConfigureWarnings(warnings => warnings.Ignore(BulkEventId.RelatedEntitiesLeftOut)));
        Insert<Order>(context, new Order { Lines = { new() } });
        Assert.Equal([], _told);
    }

    private static void Insert<T>(DbContext context, params T[] rows)
        where T : class
        => Tell(context, BulkCall.Insert<T>(context, null, RowSources.Of(rows), null).Request, [.. rows]);

    private static void Tell(DbContext context, BulkRequest request, object?[] rows)
        => IgnoredBehaviors.Tell(request, rows, areAll: true, TrackedEntries.Of(request), ContextLog.Of(context));

    private ShopContext Shop(Action<DbContextOptionsBuilder>? more = null) => new(o =>
    {
        Configure(o);
        more?.Invoke(o);
    });

    private DbContextOptionsBuilder Configure(DbContextOptionsBuilder options)
        => options.LogTo(_told.Add, ["EFCore.MySqlBulk"], LogLevel.Warning, DbContextLoggerOptions.None);

    private class ShopContext(Action<DbContextOptionsBuilder> configure) : DbContext
    {
        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder)
            => configure(optionsBuilder.UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0))));

        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<GiftOrder>();
            modelBuilder.Entity<Order>().HasMany(order => order.Tags).WithMany();
            modelBuilder.Entity<Customer>().HasQueryFilter(customer => !customer.IsGone);
            modelBuilder.Entity<Part>().HasMany(part => part.Parts).WithOne(part => part.Parent);
        }
    }

    private sealed class AuditedContext(Action<DbContextOptionsBuilder> configure) : ShopContext(configure)
    {
        public override Task<int> SaveChangesAsync(bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default)
            => base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken);
    }

    private sealed class Auditor : SaveChangesInterceptor;

    private sealed class Outbox : SaveChangesInterceptor;

    private class Order
    {
        public int Id { get; set; }

        public int? CustomerId { get; set; }

        public Customer? Customer { get; set; }

        public List<Line> Lines { get; set; } = [];

        public List<Tag> Tags { get; set; } = [];
    }

    private sealed class GiftOrder : Order
    {
        public Card? Card { get; set; }
    }

    private sealed class Card
    {
        public int Id { get; set; }

        public int GiftOrderId { get; set; }
    }

    private sealed class Line
    {
        public int Id { get; set; }

        public int OrderId { get; set; }
    }

    private sealed class Tag
    {
        public int Id { get; set; }
    }

    private sealed class Customer
    {
        public int Id { get; set; }

        public bool IsGone { get; set; }
    }

    private sealed class Part
    {
        public int Id { get; set; }

        public Part? Parent { get; set; }

        public List<Part> Parts { get; set; } = [];
    }
}
