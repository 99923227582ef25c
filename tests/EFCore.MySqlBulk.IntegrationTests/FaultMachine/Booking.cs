using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>A row that refers to a ticket and holds seats, which are stored with it.</summary>
internal sealed class Booking
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public long TicketId { get; set; }

    public Ticket? Ticket { get; set; }

    public List<Seat> Seats { get; } = [];

    public static void Model(ModelBuilder model)
    {
        Tickets.Model(model);
        model.Entity<Booking>().ToTable("bookings").HasOne(b => b.Ticket).WithMany().HasForeignKey(b => b.TicketId);
        model.Entity<Seat>().ToTable("seats").HasOne<Booking>().WithMany(b => b.Seats).HasForeignKey(s => s.BookingId);
    }

    /// <summary>A booking for each ticket, with up to two seats.</summary>
    public static List<Booking> Of(IEnumerable<Ticket> tickets) => [.. tickets.Select(Of)];

    /// <summary>Whether a call has written anything to the booking or its seats.</summary>
    public bool IsTouched => Id != 0 || TicketId != 0 || Seats.Exists(seat => seat.Id != Guid.Empty || seat.BookingId != 0);

    private static Booking Of(Ticket ticket)
    {
        Booking booking = new() { Name = ticket.Name, Ticket = ticket };
        for (int number = ticket.Token % 3; number > 0; number--)
            booking.Seats.Add(new() { Number = number });
        return booking;
    }
}
