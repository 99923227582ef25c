using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>A class and those that derive from it, with somebody who refers to them.</summary>
public abstract class FamilyStory : SaveStory
{
    public sealed override void Model(ModelBuilder model)
    {
        model.Entity<Animal>(animal =>
        {
            animal.Property(a => a.Id).ValueGeneratedNever();
            animal.HasMany(a => a.Visits).WithOne().HasForeignKey(v => v.AnimalId);
            Map(animal);
        });
        model.Entity<Dog>(Map);
        model.Entity<Cat>(Map);
        model.Entity<Visit>().ToTable("visits");
    }

    public sealed override IEnumerable<SaveStep> Steps()
    {
        yield return Then(context => context.AddRange(Numbers(2 * Rows).Select(NewAnimal)));
        yield return Then(context =>
        {
            foreach (Animal animal in context.Set<Animal>().Local)
                animal.Name += "'";
        });
        yield return Then(context =>
        {
            foreach (Dog dog in context.Set<Dog>().Local)
                dog.Tricks++;
            foreach (Cat cat in context.Set<Cat>().Local)
                (cat.Name, cat.Owner) = ("cat", cat.Owner is null ? "somebody" : null);
        });
        yield return Anew(context =>
        {
            foreach (Animal animal in context.Set<Animal>().Include(a => a.Visits.OrderBy(v => v.Id)).OrderBy(a => a.Id))
                animal.Visits[0].AnimalId = (animal.Id % (2 * Rows)) + 1;
        });
        yield return Anew(context => context.RemoveRange(context.Set<Dog>().Include(d => d.Visits).OrderBy(d => d.Id)));
        yield return Anew(context => context.RemoveRange(context.Set<Animal>().Include(d => d.Visits).OrderBy(a => a.Id)));
    }

    protected abstract void Map<T>(EntityTypeBuilder<T> entity)
        where T : class;

    private static Animal NewAnimal(int i)
    {
        Animal animal = (i % 2) switch
        {
            0 => new Dog { Tricks = i },
            _ => new Cat { Owner = i % 3 == 0 ? null : $"owner {i}" },
        };
        (animal.Id, animal.Name, animal.Visits) = (i, $"animal {i}", [new() { Fee = i }, new() { Fee = -i }]);
        return animal;
    }

    protected abstract class Animal
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Visit> Visits { get; set; } = [];
    }

    protected sealed class Dog : Animal
    {
        public int Tricks { get; set; }
    }

    protected sealed class Cat : Animal
    {
        public string? Owner { get; set; }
    }

    protected sealed class Visit
    {
        public int Id { get; set; }

        public int AnimalId { get; set; }

        public decimal Fee { get; set; }
    }
}
