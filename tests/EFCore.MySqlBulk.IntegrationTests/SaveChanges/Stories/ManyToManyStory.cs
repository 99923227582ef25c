using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Entities are joined to many others: by nothing but keys, with something said about the join, and to others of their own type.</summary>
public sealed class ManyToManyStory : SaveStory
{
    public override int BulkRuns => 9;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Post>(post =>
        {
            post.ToTable("posts");
            post.HasMany(p => p.Tags).WithMany(t => t.Posts).UsingEntity("post_tags");
            post.HasMany(p => p.Readers).WithMany().UsingEntity<Reading>();
            post.HasMany(p => p.Next).WithMany(p => p.Before).UsingEntity<Dictionary<string, object>>(
                "post_posts", next => next.HasOne<Post>().WithMany().HasForeignKey("NextId"), before => before.HasOne<Post>().WithMany().HasForeignKey("BeforeId"));
        });
        model.Entity<Tag>().ToTable("tags");
        model.Entity<Reader>().ToTable("readers");
        model.Entity<Reading>(reading =>
        {
            reading.ToTable("readings");
            reading.Property(r => r.Stars).HasDefaultValue(3);
        });
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Tag> tags = [.. Numbers(6).Select(i => new Tag { Name = $"tag {i}" })];
        List<Reader> readers = [.. Numbers(3).Select(i => new Reader { Name = $"reader {i}" })];
        List<Post> posts = [.. Numbers().Select(i => new Post { Name = $"post {i}", Tags = [tags[i % 6], tags[(i + 1) % 6]], Readers = [readers[i % 3]] })];
        yield return Then(context =>
        {
            for (int i = 1; i < Rows; i++)
                posts[i].Next.Add(posts[i - 1]);
            context.AddRange(posts);
        });
        yield return Then(context =>
        {
            foreach (Reading reading in context.Set<Reading>().Local)
                reading.Stars = 5;
        });
        yield return Then(_ =>
        {
            for (int i = 0; i < Rows; i++)
            {
                posts[i].Tags.Remove(tags[(i + 1) % 6]);
                posts[i].Tags.Add(tags[(i + 3) % 6]);
                posts[i].Readers.Add(readers[(i + 1) % 3]);
            }
        });
        yield return Anew(context => context.RemoveRange(context.Set<Tag>().Include(t => t.Posts).OrderBy(t => t.Id)));
        yield return Anew(context => context.RemoveRange(
            context.Set<Post>().Include(p => p.Tags).Include(p => p.Readers).Include(p => p.Next).OrderBy(p => p.Id).AsSplitQuery()));
    }

    private sealed class Post
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Tag> Tags { get; set; } = [];

        public List<Reader> Readers { get; set; } = [];

        public List<Post> Next { get; set; } = [];

        public List<Post> Before { get; set; } = [];
    }

    private sealed class Tag
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Post> Posts { get; set; } = [];
    }

    private sealed class Reader
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Reading
    {
        public int PostId { get; set; }

        public int ReadersId { get; set; }

        public int Stars { get; set; }
    }
}
