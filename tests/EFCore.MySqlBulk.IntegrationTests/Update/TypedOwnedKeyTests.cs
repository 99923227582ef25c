using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Owned entities in a table of their own whose keys are of a type that has no order.</summary>
[BothServers]
public abstract class TypedOwnedKeyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_update_stores_what_owners_hold(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Meeting>(meeting =>
        {
            meeting.ToTable("meetings").Property(m => m.Id).HasConversion(id => id.Value, value => new(value)).ValueGeneratedNever();
            meeting.OwnsMany(m => m.Guests, guest =>
            {
                guest.ToTable("guests").WithOwner().HasForeignKey("MeetingId");
                guest.HasKey("MeetingId", nameof(Guest.Id));
                guest.Property(g => g.Id).HasConversion(id => id.Value, value => new(value)).ValueGeneratedNever();
            });
        }));
        await using ModelContext context = database.Context();
        List<Meeting> meetings = [.. Enumerable.Range(1, 20).Select(i => new Meeting { Id = new(i), Guests = [.. Enumerable.Range(1, 4).Select(j => new Guest { Id = new(j), Name = $"{i} {j}" })] })];
        await context.InsertAsync(isAsync, meetings);
        foreach (Meeting meeting in meetings)
        {
            meeting.Guests.RemoveAt(0);
            meeting.Guests.ForEach(guest => guest.Name += "!");
            meeting.Guests.Add(new() { Id = new(9), Name = "late" });
        }

        await context.UpdateAsync(isAsync, meetings);

        Assert.Equal(
            meetings.SelectMany(meeting => meeting.Guests, (meeting, guest) => $"{meeting.Id.Value} {guest.Id.Value} {guest.Name}"),
            (await database.QueryAsync("SELECT MeetingId, Id, Name FROM guests ORDER BY 1, 2")).Select(row => string.Join(' ', row)));
    }

    private readonly record struct MeetingId(int Value);

    private sealed record GuestId(int Value);

    private sealed class Meeting
    {
        public MeetingId Id { get; set; }

        public List<Guest> Guests { get; set; } = [];
    }

    private sealed class Guest
    {
        public GuestId Id { get; set; } = new(0);

        public string Name { get; set; } = "";
    }
}
