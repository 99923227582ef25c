using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>A value that the model generates is generated for an untracked row that lacks it, as <c>UpdateRange</c> does.</summary>
[BothServers]
public abstract class ValuesGeneratedOnUpdateTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task An_update_generates_what_rows_lack(bool isAsync, bool hasSeveralTables)
    {
        List<List<string>> seen = [];
        foreach (bool inBulk in (bool[])[false, true])
        {
            await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => Map(model, hasSeveralTables));
            await using ModelContext context = database.Context();
            List<Page> pages = [.. Enumerable.Range(1, 12).Select(i => i % 3 == 0 ? new Post { Id = i, Title = $"p{i}" } : new Page { Id = i, Title = $"p{i}" })];
            context.AddRange(pages);
            await context.SaveChangesAsync(Token);
            context.ChangeTracker.Clear();
            foreach (Page page in pages)
            {
                page.Title += "!";
                page.Slug = page.Id % 2 == 0 ? null : page.Slug;
                if (page is Post post)
                    post.Short = null;
            }

            if (inBulk)
                await context.UpdateAsync(isAsync, pages);
            else
            {
                context.UpdateRange(pages);
                await context.SaveChangesAsync(Token);
            }

            seen.Add([.. pages.Select(page => $"{page.Slug} {(page as Post)?.Short}"), .. await SeenState.StoredAsync(database, context)]);
        }

        Assert.Equal(seen[0], seen[1]);
    }

    [Fact]
    public async Task Nothing_is_generated_for_what_is_not_written()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => Map(model, hasSeveralTables: false));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Page { Id = 1, Title = "a" }], cancellationToken: Token);
        Page page = new() { Id = 1, Title = "b" };
        await context.BulkUpdateAsync([page], new() { Update = p => p.Title }, Token);
        Assert.Null(page.Slug);
        await context.BulkUpdateAsync([page], new() { Except = p => p.Slug }, Token);
        Assert.Null(page.Slug);
        Assert.Equal(["b", "of a"], Assert.Single(await database.QueryAsync("SELECT Title, Slug FROM pages")));
    }

    private static void Map(ModelBuilder model, bool hasSeveralTables)
    {
        model.Entity<Page>(page =>
        {
            page.ToTable("pages").Property(p => p.Id).ValueGeneratedNever();
            page.Property(p => p.Slug).HasMaxLength(40).HasValueGenerator<OfTitle>();
        });
        model.Entity<Post>().Property(p => p.Short).HasMaxLength(40).HasValueGenerator<OfTitle>();
        if (hasSeveralTables)
            model.Entity<Post>().ToTable("posts");
    }

    private sealed class OfTitle : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => $"of {((Page)entry.Entity).Title}";
    }

    private class Page
    {
        public int Id { get; set; }

        public string Title { get; set; } = "";

        public string? Slug { get; set; }
    }

    private sealed class Post : Page
    {
        public string? Short { get; set; }
    }
}
