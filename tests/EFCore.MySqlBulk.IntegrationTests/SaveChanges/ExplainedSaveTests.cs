using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>Explaining what would be saved leaves the context as it was: whatever is saved then is saved as without it.</summary>
[BothServers]
public abstract class ExplainedSaveTests(Servers servers, ServerKind kind)
{
    private const int Rows = 20;

    // Where both have the column, EF Core refuses to save a change of one only.
    public static TheoryData<TokenIn, Change> Cases => new(
        from token in Enum.GetValues<TokenIn>()
        from change in Enum.GetValues<Change>()
        where token != TokenIn.Both || change is Change.Part or Change.NewPart or Change.Removed or Change.Added
        select (token, change));

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_shared_row_with_a_token_is_left_as_it_was(TokenIn token, Change change)
    {
        await using TestDatabase database = await CreateAsync(token);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Page> pages = await context.Set<Page>().OrderBy(page => page.Id).ToListAsync(Token);
        Apply(context, pages, change);
        context.ChangeTracker.DetectChanges();
        List<string> before = [.. SeenState.Tracked(context)];

        Assert.NotEmpty(context.ExplainSaveChanges().Steps);
        Assert.Equal(before, SeenState.Tracked(context));
        Assert.NotEmpty((await context.ExplainSaveChangesAsync(Token)).Steps);
        Assert.Equal(before, SeenState.Tracked(context));
        await context.BulkSaveChangesAsync(Token);
        // The server's clock gives each save another token.
        if (token == TokenIn.Generated)
            return;

        await using TestDatabase expected = await CreateAsync(token);
        await using ModelContext plain = expected.Context();
        Apply(plain, await plain.Set<Page>().OrderBy(page => page.Id).ToListAsync(Token), change);
        await plain.SaveChangesAsync(Token);
        Assert.Equal(SeenState.Tracked(plain), SeenState.Tracked(context));
        Assert.Equal(await SeenState.StoredAsync(expected, plain), await SeenState.StoredAsync(database, context));
    }

    private static void Apply(ModelContext context, List<Page> pages, Change change)
    {
        foreach (Page page in pages)
        {
            switch (change)
            {
                case Change.Part:
                    page.Note!.Body += "!";
                    break;
                case Change.Owner:
                    page.Text += "!";
                    break;
                case Change.Both:
                    (page.Text, page.Note!.Body) = (page.Text + "!", page.Note.Body + "!");
                    break;
                case Change.NewPart:
                    page.Note = new() { Body = "new" };
                    break;
                case Change.NoPart:
                    page.Note = null;
                    break;
                case Change.Removed:
                    context.Remove(page);
                    break;
                case Change.Added:
                    context.Add(new Page { Text = "added", Version = 1, Note = new() { Body = "added" } });
                    break;
            }

            if (change is Change.Owner or Change.Both)
                page.Version++;
            if (change is Change.Part or Change.Both)
                page.Note!.Edition++;
        }
    }

    private async Task<TestDatabase> CreateAsync(TokenIn token)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Page>(page =>
        {
            page.ToTable("pages");
            page.Property(p => p.Version).IsConcurrencyToken(token is TokenIn.Owner or TokenIn.Both).HasColumnName("Version");
            if (token == TokenIn.Both)
                page.OwnsOne(p => p.Note).Property<int>("Version").IsConcurrencyToken().HasColumnName("Version");
            page.OwnsOne(p => p.Note).Property(note => note.Edition).IsConcurrencyToken(token == TokenIn.Part);
            if (token == TokenIn.Generated)
                page.Property<DateTime>("Changed").HasColumnType("timestamp(6)").IsRowVersion();
        }));
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(0, Rows).Select(i => new Page { Text = $"{i}", Version = 1, Note = new() { Body = $"{i}" } }));
        await context.SaveChangesAsync(Token);
        return database;
    }

    public enum TokenIn
    {
        Owner,
        Part,
        Both,
        Generated,
    }

    public enum Change
    {
        Part,
        Owner,
        Both,
        NewPart,
        NoPart,
        Removed,
        Added,
    }

    private sealed class Page
    {
        public long Id { get; set; }

        public string Text { get; set; } = "";

        public int Version { get; set; }

        public Note? Note { get; set; }
    }

    private sealed class Note
    {
        public string Body { get; set; } = "";

        public int Edition { get; set; }
    }
}
