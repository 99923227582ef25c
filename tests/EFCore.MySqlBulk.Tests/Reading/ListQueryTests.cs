using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Reading;

/// <summary>The SQL that EF Core makes of a list of values, and what is refused without a server.</summary>
public sealed class ListQueryTests
{
    [Theory]
    [InlineData("8.0.3", false)]
    [InlineData("8.0.4", true)]
    [InlineData("5.7.44", false)]
    [InlineData("10.5.28-mariadb", false)]
    [InlineData("10.6.0-mariadb", true)]
    public void A_server_without_JSON_TABLE_is_refused_with_the_cure(string version, bool isAllowed)
    {
        using VersionContext context = new(ServerVersion.Parse(version));
        Action[] calls = [() => context.Things.WhereKeys([1]), () => context.Things.Where(t => t.Id > 1).WhereIn(t => t.Name, ["a"]), () => context.Set<Thing>().BulkRead(Array.Empty<int>())];
        foreach (Action call in calls)
        {
            if (isAllowed)
                call();
            else
                Assert.Contains("Use Where(x => keys.Contains(x.Id))", Assert.Throws<InvalidOperationException>(call).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Integers_are_compared_as_they_are()
    {
        using VersionContext context = new(ServerVersion.Parse("9.7.0"));
        string sql = Flat(context.Things.WhereKeys([3, 5]).ToQueryString());
        Assert.Contains("'[3,5]'", sql, StringComparison.Ordinal);
        Assert.Contains("WHERE `t`.`Id` IN ( SELECT ", sql, StringComparison.Ordinal);
        Assert.Contains("SELECT c0 AS c0 FROM (SELECT * FROM JSON_TABLE(@p0, '$[*]' COLUMNS (c0 BIGINT PATH '$')) AS j LIMIT 18446744073709551615) AS d", sql, StringComparison.Ordinal);
        Assert.DoesNotContain("CAST", sql, StringComparison.Ordinal);
    }

    [Fact]
    public void Texts_take_the_collation_of_the_column()
    {
        using VersionContext context = new(ServerVersion.Parse("9.7.0"));
        string sql = Flat(context.Things.WhereIn(t => t.Name, ["a"]).ToQueryString());
        Assert.Contains($"'{Convert.ToBase64String("[\"a\"]"u8)}'", sql, StringComparison.Ordinal);
        Assert.Contains("SELECT JSON_UNQUOTE(c0) AS c0 FROM (SELECT * FROM JSON_TABLE(CONVERT(FROM_BASE64(@p0) USING utf8mb4), '$[*]' COLUMNS (c0 JSON PATH '$')) AS j LIMIT 18446744073709551615) AS d", sql, StringComparison.Ordinal);
        Assert.DoesNotContain("IS NULL", sql, StringComparison.Ordinal);
    }

    [Fact]
    public void Several_columns_are_compared_in_one_subquery()
    {
        using VersionContext context = new(ServerVersion.Parse("9.7.0"));
        string sql = Flat(context.Pairs.WhereKeys([(1, 2.5m), (3, 4m)]).ToQueryString());
        Assert.Contains("COLUMNS (c0 BIGINT PATH '$[0]', c1 DECIMAL(65,30) PATH '$[1]')", sql, StringComparison.Ordinal);
        Assert.Contains("`p`.`A` IN (", sql, StringComparison.Ordinal);
        Assert.DoesNotContain("EXISTS", sql, StringComparison.Ordinal);
    }

    [Fact]
    public void A_type_without_a_key_is_filtered_by_values_only()
    {
        using ModelContext context = new(model => model.Entity<Thing>(thing => thing.HasNoKey()));
        Assert.Contains("Filter it with WhereIn", Assert.Throws<InvalidOperationException>(() => context.Set<Thing>().WhereKeys([1])).Message, StringComparison.Ordinal);
        Assert.NotNull(context.Set<Thing>().WhereIn(t => t.Id, [1]));
    }

    private static string Flat(string sql) => string.Join(' ', sql.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries));

    private sealed class VersionContext(ServerVersion version) : DbContext
    {
        public DbSet<Thing> Things => Set<Thing>();

        public DbSet<Pair> Pairs => Set<Pair>();

        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) => optionsBuilder.UseMySql("Server=x", version);

        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Pair>().HasKey(p => new { p.A, p.B });
    }

    private sealed class Thing
    {
        public int Id { get; set; }

        public string? Name { get; set; }
    }

    private sealed class Pair
    {
        public int A { get; set; }

        public decimal B { get; set; }
    }
}
