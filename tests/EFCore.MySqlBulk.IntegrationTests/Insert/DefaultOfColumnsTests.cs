using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>A default that is an expression with another column, where some rows have a value of their own.</summary>
[BothServers]
public abstract class DefaultOfColumnsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_sees_the_other_column(bool isAsync)
    {
        await using TestDatabase saved = await servers.OfAsync(kind).CreateAsync(Map);
        await using ModelContext saving = saved.Context();
        saving.AddRange(Made());
        await saving.SaveChangesAsync(Token);
        List<string> expected = await SeenState.StoredAsync(saved, saving);

        await using TestDatabase sent = await servers.OfAsync(kind).CreateAsync(Map);
        await using ModelContext context = sent.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Except([BulkStrategy.PreparedMultiRow]))
        {
            await sent.ExecuteAsync("TRUNCATE TABLE articles");
            List<Article> articles = Made();
            await context.InsertAsync(isAsync, articles, new() { Strategy = strategy });
            List<string> stored = await SeenState.StoredAsync(sent, context);
            Assert.Equal([$"{strategy}", .. expected], [$"{strategy}", .. stored]);
            Assert.All(articles, article => Assert.Equal(article.Id % 3 == 0 ? "own" : $"of {article.Title}", article.Code));
        }

        static void Map(ModelBuilder model) => model.Entity<Article>(article =>
        {
            article.ToTable("articles").Property(a => a.Id).ValueGeneratedNever();
            article.Property(a => a.Code).HasMaxLength(40).HasDefaultValueSql("(CONCAT('of ', Title))");
            article.Property(a => a.Title).HasMaxLength(20);
        });
    }

    private static List<Article> Made() => [.. Enumerable.Range(1, 20).Select(i => new Article { Id = i, Code = i % 3 == 0 ? "own" : null!, Title = $"title {i}" })];

    private sealed class Article
    {
        public int Id { get; set; }

        public string Code { get; set; } = null!;

        public string Title { get; set; } = "";
    }
}
