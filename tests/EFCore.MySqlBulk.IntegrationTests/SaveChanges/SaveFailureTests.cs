using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>What <c>SaveChanges</c> in bulk cannot save, it reports as <c>SaveChanges</c> does: the exception, its entries, the rows and the entities are the same.</summary>
[BothServers]
public abstract class SaveFailureTests(Servers servers, ServerKind kind)
{
    public static TheoryData<Trial, bool> Trials
    {
        get
        {
            TheoryData<Trial, bool> all = [];
            foreach (Trial trial in Enum.GetValues<Trial>())
            {
                all.Add(trial, true);
                all.Add(trial, false);
            }

            return all;
        }
    }

    public enum Trial
    {
        DuplicateKey,
        DuplicateKeyInTransaction,
        TooLongText,
        MissingPrincipal,
        ChangedToken,
        ChangedTokenInTransaction,
        DeletedRow,
        DeletedRowToDelete,
        TwoDuplicates,
        RowStillReferredTo,
    }

    [Theory]
    [MemberData(nameof(Trials))]
    public async Task A_failure_is_the_same_as_without_bulk(Trial trial, bool isAsync)
    {
        List<string> plain = await RunAsync(trial, isBulk: false, isAsync);
        List<string> bulk = await RunAsync(trial, isBulk: true, isAsync);
        Assert.Contains(plain, line => line.StartsWith("DbUpdate", StringComparison.Ordinal));
        Assert.Equal(plain, bulk);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task All_rows_that_have_changed_are_reported_at_once_and_may_be_passed_over(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        Passing passing = new();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk().AddInterceptors(passing));
        List<Tag> tags = await StoredAsync(context);
        await database.ExecuteAsync("UPDATE tags SET Version = 9 WHERE Id IN (5, 12)");
        tags.ForEach(tag => (tag.Name, tag.Version) = (tag.Name + "!", 1));

        Assert.Equal(30, await context.SaveAsync(isBulk: true, isAsync, Token));

        Assert.Equal([5, 12], passing.Entries.Select(entry => ((Tag)entry.Entity).Id));
        Assert.Equal(28, await database.CountAsync("SELECT COUNT(*) FROM tags WHERE Name LIKE '%!' AND Version = 1"));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM tags WHERE Version = 9 AND Name NOT LIKE '%!'"));
    }

    // The reference sends each command alone: on MariaDB, Connector/NET does not return from several of which one is refused.
    private static void OneByOne(DbContextOptionsBuilder options)
        => ((IDbContextOptionsBuilderInfrastructure)options).AddOrUpdateExtension(RelationalOptionsExtension.Extract(options.Options).WithMaxBatchSize(1));

    private async Task<List<string>> RunAsync(Trial trial, bool isBulk, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<string> seen = [];
        await using ModelContext context = database.Context(isBulk ? o => o.UseMySqlBulk() : OneByOne);
        List<Tag> tags = await StoredAsync(context);
        IDbContextTransaction? transaction = null;
        switch (trial)
        {
            case Trial.DuplicateKey or Trial.DuplicateKeyInTransaction:
                context.AddRange(Enumerable.Range(100, 25).Select(i => new Tag { Name = i == 117 ? "tag 3" : $"new {i}" }));
                break;
            case Trial.TwoDuplicates:
                context.AddRange(Enumerable.Range(100, 25).Select(i => new Tag { Name = i is 117 or 105 ? "tag 3" : $"new {i}" }));
                break;
            case Trial.TooLongText:
                tags.ForEach(tag => tag.Name += tag.Id == 20 ? new string('x', 100) : "!");
                break;
            case Trial.MissingPrincipal:
                context.AddRange(Enumerable.Range(0, 25).Select(i => new Note { TagId = i == 7 ? 999 : 3 }));
                break;
            case Trial.ChangedToken or Trial.ChangedTokenInTransaction:
                await database.ExecuteAsync("UPDATE tags SET Version = 9 WHERE Id = 12");
                tags.ForEach(tag => (tag.Name, tag.Version) = (tag.Name + "!", 1));
                break;
            case Trial.DeletedRow:
                await database.ExecuteAsync("DELETE FROM tags WHERE Id = 12");
                tags.ForEach(tag => tag.Name += "!");
                break;
            case Trial.DeletedRowToDelete:
                await database.ExecuteAsync("DELETE FROM tags WHERE Id = 12");
                context.RemoveRange(tags);
                break;
            case Trial.RowStillReferredTo:
                await database.ExecuteAsync("INSERT INTO notes (TagId) VALUES (8)");
                context.RemoveRange(tags);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(trial));
        }

        if (trial.ToString().EndsWith("Transaction", StringComparison.Ordinal))
        {
            transaction = await context.Database.BeginTransactionAsync(Token);
            await TestDatabase.ExecuteAsync(context, "INSERT INTO tags (Name, Version) VALUES ('before', 0)");
        }

        try
        {
            await context.SaveAsync(isBulk, isAsync, Token);
        }
        catch (DbUpdateException exception)
        {
            seen.Add($"{exception.GetType().Name}: {exception.Message}");
            // The message names the database.
            seen.Add($"inside: {exception.Cause()?.GetType().Name} {(exception.Cause() as DbException)?.Message.Replace(database.Name, "", StringComparison.Ordinal)}");
            seen.AddRange(exception.Entries.Select(Shown));
        }

        seen.AddRange(context.ChangeTracker.Entries().Select(Shown).Order(StringComparer.Ordinal));
        if (transaction is not null)
        {
            await transaction.CommitAsync(Token);
            await transaction.DisposeAsync();
        }

        foreach (object?[] row in await database.QueryAsync("SELECT Name, Version FROM tags ORDER BY Id"))
            seen.Add(string.Join('|', row));
        return seen;
    }

    // A key that is still temporary depends on how many contexts there were before.
    private static string Shown(EntityEntry entry)
        => $"{entry.Metadata.DisplayName()} {entry.State} "
            + string.Join(' ', entry.Properties.Select(p => $"{p.Metadata.Name}={(p.IsTemporary ? "?" : p.CurrentValue)}/{(p.IsTemporary ? "?" : p.OriginalValue)}/{p.IsModified}/{p.IsTemporary}"));

    private static async Task<List<Tag>> StoredAsync(ModelContext context)
    {
        List<Tag> tags = [.. Enumerable.Range(1, 30).Select(i => new Tag { Name = $"tag {i}" })];
        context.AddRange(tags);
        await context.SaveChangesAsync(Token);
        return tags;
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Tag>(tag =>
        {
            tag.ToTable("tags").HasIndex(t => t.Name).IsUnique();
            tag.Property(t => t.Name).HasMaxLength(60);
            tag.Property(t => t.Version).IsConcurrencyToken();
        });
        model.Entity<Note>().ToTable("notes").HasOne<Tag>().WithMany().HasForeignKey(n => n.TagId).OnDelete(DeleteBehavior.ClientNoAction);
    });

    private sealed class Tag
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }
    }

    private sealed class Note
    {
        public int Id { get; set; }

        public int TagId { get; set; }
    }

    private sealed class Passing : SaveChangesInterceptor
    {
        public List<EntityEntry> Entries { get; } = [];

        public override InterceptionResult ThrowingConcurrencyException(ConcurrencyExceptionEventData eventData, InterceptionResult result)
        {
            Entries.AddRange(eventData.Entries);
            return InterceptionResult.Suppress();
        }

        public override ValueTask<InterceptionResult> ThrowingConcurrencyExceptionAsync(
            ConcurrencyExceptionEventData eventData, InterceptionResult result, CancellationToken cancellationToken = default)
            => new(ThrowingConcurrencyException(eventData, result));
    }
}
