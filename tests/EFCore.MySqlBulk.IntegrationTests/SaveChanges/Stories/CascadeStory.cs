using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Owners lose, exchange and hand over what belongs to them: what is required goes with them, what is optional stays.</summary>
public sealed class CascadeStory : SaveStory
{
    public override int BulkRuns => 16;

    public override void Model(ModelBuilder model)
    {
        model.Entity<House>(house =>
        {
            house.ToTable("houses");
            house.HasMany(h => h.Rooms).WithOne(r => r.House).HasForeignKey(r => r.HouseId).IsRequired();
            house.HasMany(h => h.Guests).WithOne(g => g.House).HasForeignKey(g => g.HouseId).OnDelete(DeleteBehavior.ClientSetNull);
            house.HasOne(h => h.Roof).WithOne(r => r.House).HasForeignKey<Roof>(r => r.HouseId).OnDelete(DeleteBehavior.ClientCascade);
            house.HasOne(h => h.Garden).WithOne().HasForeignKey<Garden>("HouseId").OnDelete(DeleteBehavior.SetNull);
        });
        model.Entity<Room>().ToTable("rooms");
        model.Entity<Guest>().ToTable("guests");
        model.Entity<Roof>().ToTable("roofs");
        model.Entity<Garden>().ToTable("gardens");
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<House> houses = [.. Numbers().Select(NewHouse)];
        yield return Then(context => context.AddRange(houses));

        // Rooms move on to the next house, one of each is left without any, and new ones are built.
        yield return Then(_ =>
        {
            List<Room> moved = [.. houses.Select(house => house.Rooms[0])];
            for (int i = 0; i < Rows; i++)
            {
                moved[i].House = houses[(i + 1) % Rows];
                houses[i].Rooms.RemoveAt(houses[i].Rooms.Count - 1);
                houses[i].Rooms.Add(new() { Name = $"added {i}" });
            }
        });

        // A dependent that is exchanged frees the unique foreign key for the new one.
        yield return Then(_ => houses.ForEach(house => (house.Roof, house.Garden) = (new() { Name = "new" }, new() { Name = "new" })));
        yield return Then(_ => houses.ForEach(house =>
        {
            house.Guests.Clear();
            house.Garden = null;
        }));
        yield return Then(context => context.RemoveRange(houses.Take(Rows / 2)));
        yield return Anew(context => context.RemoveRange(
            context.Set<House>().Include(h => h.Rooms).Include(h => h.Guests).Include(h => h.Roof).Include(h => h.Garden).AsSplitQuery()));
    }

    private static House NewHouse(int i) => new()
    {
        Name = $"house {i}",
        Rooms = [.. Numbers(3).Select(j => new Room { Name = $"room {i}.{j}" })],
        Guests = [.. Numbers(2).Select(j => new Guest { Name = $"guest {i}.{j}" })],
        Roof = new() { Name = $"roof {i}" },
        Garden = i % 2 == 0 ? null : new() { Name = $"garden {i}" },
    };

    private sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Room> Rooms { get; set; } = [];

        public List<Guest> Guests { get; set; } = [];

        public Roof? Roof { get; set; }

        public Garden? Garden { get; set; }
    }

    private sealed class Room
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int HouseId { get; set; }

        public House? House { get; set; }
    }

    private sealed class Guest
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int? HouseId { get; set; }

        public House? House { get; set; }
    }

    private sealed class Roof
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int HouseId { get; set; }

        public House? House { get; set; }
    }

    private sealed class Garden
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }
}
