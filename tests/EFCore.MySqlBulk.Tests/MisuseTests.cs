using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests;

/// <summary>Misuse that the model or the arguments reveal is refused before a connection is opened; these tests have no server.</summary>
public sealed class MisuseTests : IDisposable
{
    private readonly ModelContext _context = new(model =>
    {
        model.Entity<User>();
        model.SharedTypeEntity<Tag>("A").ToTable("a");
        model.SharedTypeEntity<Tag>("B").ToTable("b");
    });

    public void Dispose() => _context.Dispose();

    [Fact]
    public async Task Zero_rows_need_no_server()
    {
        Assert.Equal("no rows, nothing sent", _context.BulkInsert<User>([]).ToString());
        Assert.Equal(0, (await _context.BulkUpdateAsync(new List<User>(), cancellationToken: TestContext.Current.CancellationToken)).RowsAffected);
        Assert.Equal(BulkStrategy.None, (await _context.BulkDeleteAsync(Array.Empty<User>(), cancellationToken: TestContext.Current.CancellationToken)).Strategy);
        Assert.Equal(BulkStrategy.None, _context.Set<User>().BulkDeleteByKey(Array.Empty<int>()).Strategy);
    }

    [Fact]
    public void A_query_is_refused_with_the_cure()
    {
        Assert.Contains("ToListAsync", Refused<InvalidOperationException>(() => _context.BulkInsert(_context.Set<User>())), StringComparison.Ordinal);
        Assert.Contains("ExecuteUpdate", Refused<InvalidOperationException>(() => _context.BulkUpdate(_context.Set<User>().Where(u => u.Age > 1))), StringComparison.Ordinal);
        Assert.Contains("ExecuteDelete", Refused<InvalidOperationException>(() => _context.BulkDelete(_context.Set<User>().AsQueryable())), StringComparison.Ordinal);
    }

    [Fact]
    public void Null_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => _context.BulkInsert<User>(null!));
        Assert.Throws<ArgumentNullException>(() => ((DbContext)null!).BulkInsert([new User()]));
    }

    [Fact]
    public void A_class_that_is_not_mapped_is_named()
        => Assert.Equal(
            $"'{typeof(Unmapped)}' is not an entity type in the model of ModelContext. Add a DbSet<Unmapped> or map it in OnModelCreating.",
            Refused<InvalidOperationException>(() => _context.BulkInsert([new Unmapped()])));

    [Fact]
    public void A_shared_class_is_sent_to_its_set()
        => Assert.EndsWith("Call the method on context.Set<Tag>(name).", Refused<InvalidOperationException>(() => _context.BulkInsert([new Tag()])), StringComparison.Ordinal);

    [Fact]
    public void Properties_are_checked_at_once()
        => Assert.Contains(
            "is part of the key", Refused<InvalidOperationException>(() => _context.BulkUpdate([new User()], new() { Update = u => u.Id })), StringComparison.Ordinal);

    [Fact]
    public void More_properties_than_can_be_told_apart_are_refused_if_only_modified_ones_are_written()
    {
        using ModelContext context = new(static model => model.SharedTypeEntity<Dictionary<string, object>>("Wide", wide =>
        {
            wide.IndexerProperty<int>("Id");
            foreach (int i in Enumerable.Range(0, 65))
                wide.IndexerProperty<int>($"Value{i}");
        }));
        Assert.StartsWith(
            "'Wide (Dictionary<string, object>)' has 65 properties that an update can write; BulkUpdateOptions.OnlyModified supports 64.",
            Refused<InvalidOperationException>(() => context.Set<Dictionary<string, object>>("Wide").BulkUpdate([[]], new() { OnlyModified = true })), StringComparison.Ordinal);
    }

    [Fact]
    public void Bare_keys_are_checked_at_once()
        => Assert.StartsWith(
            "The key of 'User' is (Int32 Id), but keys of type System.String were given.",
            Refused<InvalidOperationException>(() => _context.Set<User>().BulkDeleteByKey(["a"])), StringComparison.Ordinal);

    [Fact]
    public void Only_operations_mapped_to_a_stored_procedure_are_refused()
    {
        using ModelContext context = new(model => model.Entity<User>()
            .InsertUsingStoredProcedure("add_user", p => p.HasParameter(u => u.Age).HasParameter(u => u.Id, id => id.IsOutput()))
            .DeleteUsingStoredProcedure("drop_user", p => p.HasOriginalValueParameter(u => u.Id)));
        Assert.Equal(
            $"Entity type 'User' maps inserts to the stored procedure 'add_user', which bulk operations do not call. Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.",
            Refused<InvalidOperationException>(() => context.BulkInsert([new User()])));
        Assert.Contains("deletes to the stored procedure 'drop_user'", Refused<InvalidOperationException>(() => context.BulkDelete([new User()])), StringComparison.Ordinal);
        Assert.Contains("'drop_user'", Refused<InvalidOperationException>(() => context.Set<User>().BulkDeleteByKey([1])), StringComparison.Ordinal);
        Assert.Contains("'add_user'", Refused<InvalidOperationException>(() => context.ExplainBulkInsert([new User()])), StringComparison.Ordinal);
        Assert.Equal(BulkStrategy.None, context.BulkUpdate(new List<User>()).Strategy);

        using ModelContext updating = new(model => model.Entity<User>()
            .UpdateUsingStoredProcedure("change_user", p => p.HasParameter(u => u.Age).HasOriginalValueParameter(u => u.Id)));
        Assert.Contains("updates to the stored procedure 'change_user'", Refused<InvalidOperationException>(() => updating.BulkUpdate([new User()])), StringComparison.Ordinal);
        Assert.Equal(BulkStrategy.None, updating.BulkInsert(new List<User>()).Strategy);
    }

    [Theory]
    [InlineData("UseAffectedRows=True")]
    [InlineData("Use Affected Rows=yes")]
    public void An_update_is_refused_where_the_server_counts_changed_rows(string setting)
    {
        using CountingContext context = new(setting);
        Assert.SkipWhen(
            context.Database.GetConnectionString()!.Contains("Use Affected Rows=False", StringComparison.OrdinalIgnoreCase),
            "this provider sets UseAffectedRows=False itself");
        Assert.StartsWith(
            "The connection string sets UseAffectedRows=true,", Refused<InvalidOperationException>(() => context.BulkUpdate([new User()])), StringComparison.Ordinal);
    }

    private static string Refused<T>(Func<object> call)
        where T : Exception
        => Assert.Throws<T>(call).Message;

    private sealed class User
    {
        public int Id { get; set; }

        public int Age { get; set; }
    }

    private sealed class CountingContext(string setting) : DbContext
    {
        public DbSet<User> Users => Set<User>();

        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder)
            => optionsBuilder.UseMySql($"Server=x;{setting}", new MySqlServerVersion(new Version(9, 7, 0)));
    }

    private sealed class Tag
    {
        public int Id { get; set; }
    }

    private sealed class Unmapped;
}
