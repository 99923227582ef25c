using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Refusals;

/// <summary>Unsupported mappings are refused by name before anything is sent: the context's connection is not even opened.</summary>
[BothServers]
public abstract class RefusedShapeTests(Servers servers, ServerKind kind)
{
    [Fact]
    public Task A_keyless_type_is_refused() => RefusedAsync<Plain>(model => model.Entity<Plain>().HasNoKey(), "no primary key");

    [Fact]
    public Task An_owner_of_a_part_with_shadow_properties_is_refused()
        => RefusedAsync<Holder>(model => model.Entity<Holder>().Ignore(h => h.Parts).OwnsOne(
            h => h.Part,
            part =>
            {
                part.Ignore(p => p.Inner);
                part.Property<int>("Shadow");
            }), "shadow properties");

    [Fact]
    public Task An_owner_of_parts_of_which_one_is_refused_is_refused()
        => RefusedAsync<Holder>(model => model.Entity<Holder>().Ignore(h => h.Part).OwnsMany(h => h.Parts, part => part.OwnsOne(p => p.Inner, inner => inner.Property(i => i.Name).HasDefaultValue("x"))), "defaults");

    [Fact]
    public async Task A_type_that_the_model_does_not_know_is_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Plain>());
        await using ModelContext context = database.Context();
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync([new Holder()]));
        Assert.Contains(nameof(Holder), refused.Message, StringComparison.Ordinal);
    }

    private async Task RefusedAsync<T>(Action<ModelBuilder> model, string named)
        where T : class, new()
    {
        await using TestDatabase database = new(await servers.OfAsync(kind), "never_created", model, "");
        await using ModelContext context = database.Context();
        T[] rows = [new(), new()];
        Exception[] refusals =
        [
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(rows)),
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync(rows)),
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkDeleteAsync(rows)),
        ];
        Assert.All(refusals, refusal => Assert.Contains(named, refusal.Message, StringComparison.Ordinal));
        Assert.All(refusals, refusal => Assert.Contains(typeof(T).Name, refusal.Message, StringComparison.Ordinal));
    }

    private sealed class Plain
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Holder
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Size { get; set; }

        public Part? Part { get; set; }

        public List<Part> Parts { get; set; } = [];
    }

    private sealed class Part
    {
        public string Name { get; set; } = "";

        public Inner? Inner { get; set; }
    }

    private sealed class Inner
    {
        public string Name { get; set; } = "";
    }
}
