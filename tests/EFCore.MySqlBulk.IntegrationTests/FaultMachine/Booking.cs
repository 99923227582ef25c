using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>A row that refers to a ticket, which is stored with it.</summary>
internal sealed class Booking
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public long TicketId { get; set; }

    public Ticket? Ticket { get; set; }

    public static void Model(ModelBuilder model)
    {
        Tickets.Model(model);
        model.Entity<Booking>().ToTable("bookings").HasOne(b => b.Ticket).WithMany().HasForeignKey(b => b.TicketId);
    }

    /// <summary>A booking for each ticket.</summary>
    public static List<Booking> Of(IEnumerable<Ticket> tickets) => [.. tickets.Select(ticket => new Booking { Name = ticket.Name, Ticket = ticket })];
}
