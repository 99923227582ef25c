using EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>What EnsureCreated and EnsureDeleted make and unmake.</summary>
public abstract class SchemaTests(ServerFixture server)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_database_is_created_once_and_deleted_once()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        IRelationalDatabaseCreator creator = context.GetService<IRelationalDatabaseCreator>();
        Assert.True(creator.Exists());
        Assert.True(creator.HasTables());
        Assert.False(context.Database.EnsureCreated());
        Assert.True(context.Database.CanConnect());
        Assert.True(context.Database.EnsureDeleted());
        Assert.False(creator.Exists());
        Assert.False(context.Database.EnsureDeleted());
        Assert.False(context.Database.CanConnect());
        Assert.True(context.Database.EnsureCreated());
        Assert.Equal(0, await context.Set<Plain>().CountAsync(Token));
    }

    [Fact]
    public async Task Tables_are_added_to_an_empty_database()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, _ => { });
        await using ModelContext context = new(
            new DbContextOptionsBuilder().UseMySql(database.ConnectionString, server.Version).Options, Shop.Describe);
        Assert.True(await context.Database.EnsureCreatedAsync(Token));
        Assert.False(await context.Set<Product>().AnyAsync(Token));
    }

    [Fact]
    public async Task Dates_and_times_may_be_defaults()
    {
        Slot expected = new() { Day = new(2024, 2, 29), Start = new(1, 2, 3), Length = new(-1, -2, -3), Made = new(2024, 2, 29, 1, 2, 3, 456) };
        await using TestDatabase database = await TestDatabase.CreateAsync(server, model => model.Entity<Slot>(slot =>
        {
            slot.Property(s => s.Day).HasDefaultValue(expected.Day);
            slot.Property(s => s.Start).HasDefaultValue(expected.Start);
            slot.Property(s => s.Length).HasDefaultValue(expected.Length);
            slot.Property(s => s.Made).HasDefaultValue(expected.Made);
        }));
        await using ModelContext context = database.Context();
        context.Add(new Slot());
        await context.SaveChangesAsync(Token);
        Slot stored = await context.Set<Slot>().AsNoTracking().SingleAsync(Token);
        Assert.Equal((expected.Day, expected.Start, expected.Length, expected.Made), (stored.Day, stored.Start, stored.Length, stored.Made));
    }

    [Fact]
    public async Task Names_with_back_ticks_quotes_and_blanks_are_quoted()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, model => model.Entity<Plain>(plain =>
        {
            plain.ToTable("a `strange\" 'name");
            plain.Property(p => p.Number).HasColumnName("nu`m ber");
            plain.Property(p => p.Id).HasColumnName("select");
        }));
        await using ModelContext context = database.Context();
        context.Add(new Plain { Number = 4 });
        await context.SaveChangesAsync(Token);
        Assert.Equal(4, (await context.Set<Plain>().SingleAsync(p => p.Number == 4, Token)).Number);
    }

    [Fact]
    public async Task Long_names_are_cut_to_what_the_server_takes()
    {
        string name = new('n', 60);
        await using TestDatabase database = await TestDatabase.CreateAsync(server, model => model.Entity<Plain>(plain =>
        {
            plain.ToTable(name);
            plain.Property(p => p.Number).HasColumnName(name);
            plain.HasIndex(p => p.Number);
        }));
        await using ModelContext context = database.Context();
        Assert.Equal(0, await context.Set<Plain>().CountAsync(Token));
    }

    [Fact]
    public async Task Collations_comments_and_the_clock_reach_the_columns()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        string products = await ShowAsync(context, "Products");
        Assert.Contains("utf8mb4_bin", products);
        Assert.Contains(@"COMMENT 'it''s unique \\o/'", products);
        Assert.Contains("COMMENT='what is ''sold'''", products);
        Assert.Contains("STORED", products);
        Assert.Contains("VIRTUAL", products);
        Assert.Contains("ON UPDATE CURRENT_TIMESTAMP(6)", await ShowAsync(context, "Accounts"), StringComparison.OrdinalIgnoreCase);
        Assert.Contains("ON DELETE CASCADE", await ShowAsync(context, "Reviews"));
        Assert.Contains("AUTO_INCREMENT", await ShowAsync(context, "Tickets"));
    }

    [Fact]
    public async Task Derived_tables_repeat_the_key_without_a_counter_of_their_own()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, model =>
        {
            model.Entity<Animal>().UseTptMappingStrategy();
            model.Entity<Dog>();
        });
        await using ModelContext context = database.Context();
        Dog dog = new() { Name = "a", Tricks = 3 };
        context.Add(dog);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        Assert.Equal((dog.Id, 3), ((await context.Set<Dog>().SingleAsync(Token)).Id, dog.Tricks));
    }

    [Fact]
    public async Task A_connection_of_the_caller_is_used()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using MySqlConnection connection = new(database.ConnectionString);
        await connection.OpenAsync(Token);
        await using ModelContext context = new(
            new DbContextOptionsBuilder().UseMySql(connection, server.Version).Options, Shop.Describe);
        context.Add(new Product { Name = "x" });
        await context.SaveChangesAsync(Token);
        Assert.Same(connection, context.Database.GetDbConnection());
        Assert.Equal("EFCore.MySqlBulk.Provider.ConnectorNet", context.Database.ProviderName);
        Assert.Equal(System.Data.ConnectionState.Open, connection.State);
    }

    [Fact]
    public async Task A_connection_wrapped_in_another_is_used()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using WrappedConnection connection = new(new MySqlConnection(database.ConnectionString));
        await using ModelContext context = new(
            new DbContextOptionsBuilder<ModelContext>().UseMySql(connection, server.Version).Options, Shop.Describe);
        Assert.False(await context.Database.EnsureCreatedAsync(Token));
        // The wrapper is a plain one: it does not wrap transactions.
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        Product product = new() { Name = "x" };
        context.Add(product);
        await context.SaveChangesAsync(Token);
        Assert.Equal(product.Id, (await context.Set<Product>().AsNoTracking().SingleAsync(Token)).Id);
    }

    [Fact]
    public async Task Commands_have_no_timeout_unless_asked_for()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext silent = database.Context();
        Assert.Equal(0, CommandTimeout(silent));
        await using ModelContext asked = new(
            new DbContextOptionsBuilder().UseMySql($"{database.ConnectionString};Default Command Timeout=30", server.Version).Options, Shop.Describe);
        Assert.Equal(30, CommandTimeout(asked));
    }

    private static int CommandTimeout(ModelContext context)
    {
        context.Database.OpenConnection();
        using var command = context.Database.GetDbConnection().CreateCommand();
        return command.CommandTimeout;
    }

    private static async Task<string> ShowAsync(ModelContext context, string table)
    {
        await context.Database.OpenConnectionAsync(Token);
        await using MySqlCommand command = new($"SHOW CREATE TABLE `{table}`", (MySqlConnection)context.Database.GetDbConnection());
        await using var reader = await command.ExecuteReaderAsync(Token);
        await reader.ReadAsync(Token);
        return reader.GetString(1);
    }

    private sealed class Slot
    {
        public int Id { get; set; }

        public DateOnly Day { get; set; }

        public TimeOnly Start { get; set; }

        public TimeSpan Length { get; set; }

        public DateTime Made { get; set; }
    }
}
