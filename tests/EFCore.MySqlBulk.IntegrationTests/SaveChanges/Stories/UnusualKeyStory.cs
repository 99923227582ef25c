using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Foreign keys refer to an alternate key, keys are shadow properties or in a property bag, and some AUTO_INCREMENT values are given.</summary>
public sealed class UnusualKeyStory : SaveStory
{
    public override int BulkRuns => 9;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Country>(country =>
        {
            country.ToTable("countries");
            country.Property<long>("Key");
            country.HasKey("Key");
            country.HasAlternateKey(c => c.Code);
            country.HasMany(c => c.Towns).WithOne().HasForeignKey("CountryCode").HasPrincipalKey(c => c.Code);
        });
        model.Entity<Town>(town =>
        {
            town.ToTable("towns");
            town.Property<int>("Id");
            town.Property<int?>("Size");
        });
        model.SharedTypeEntity<Dictionary<string, object>>("bag", bag =>
        {
            bag.ToTable("bags");
            bag.Property<int>("Id");
            bag.Property<string>("Text").HasMaxLength(30);
        });
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Country> countries = [.. Numbers().Select(i => new Country { Code = $"c{i}", Towns = [new() { Name = $"town {i}" }, new() { Name = "other" }] })];
        yield return Then(context => context.AddRange(countries));
        yield return Then(context =>
        {
            foreach (Country country in countries)
                context.Entry(country.Towns[0]).Property("Size").CurrentValue = country.Code.Length;
        });
        yield return Then(_ =>
        {
            for (int i = 0; i < Rows; i++)
                countries[(i + 1) % Rows].Towns.Add(countries[i].Towns[1]);
        });

        // Generated keys and given ones alternate, and a large one makes those after it larger still.
        yield return Then(context =>
        {
            foreach (int i in Numbers())
            {
                Country country = new() { Code = $"n{i}" };
                if (i % 3 == 0)
                    context.Entry(country).Property("Key").CurrentValue = 1_000L - i;
                context.Add(country);
            }
        });
        yield return Then(context => context.Set<Dictionary<string, object>>("bag").AddRange(Numbers().Select(i => new Dictionary<string, object> { ["Text"] = $"bag {i}" })));
        yield return Then(context =>
        {
            foreach (Dictionary<string, object> bag in context.Set<Dictionary<string, object>>("bag").Local)
                bag["Text"] += "!";
        });
        yield return Anew(context =>
        {
            context.RemoveRange(context.Set<Country>().Include(c => c.Towns).OrderBy(c => c.Code));
            context.Set<Dictionary<string, object>>("bag").RemoveRange(context.Set<Dictionary<string, object>>("bag"));
        });
    }

    private sealed class Country
    {
        public string Code { get; set; } = "";

        public List<Town> Towns { get; set; } = [];
    }

    private sealed class Town
    {
        public string Name { get; set; } = "";
    }
}
