using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>A bulk operation failed while it ran: the server, the driver or the network failed or refused something, or a row could not be sent or was not found. It is a
/// <see cref="BulkOperationException" /> or a <see cref="BulkConcurrencyException" />; <c>BulkSaveChanges</c> throws it inside the <see cref="DbUpdateException" /> of <c>SaveChanges</c>. A call that
/// is wrong from the start throws an <see cref="ArgumentException" /> or an <see cref="InvalidOperationException" /> instead, and a cancelled one an <see cref="OperationCanceledException" />.</summary>
/// <remarks>It is a <see cref="DbUpdateException" />, so that execution strategies find the driver's exception inside it.</remarks>
public abstract class BulkException : DbUpdateException
{
    private readonly IReadOnlyList<EntityEntry> _entries;

    private protected BulkException(string message, Exception? innerException, IReadOnlyList<EntityEntry>? entries)
        : base(message, innerException)
        => _entries = entries ?? [];

    /// <summary>The tracked entries of the rows at fault, as far as the rows are known and tracked.</summary>
    public override IReadOnlyList<EntityEntry> Entries => _entries;

    /// <summary>What is known to be stored.</summary>
    public BulkOutcome Outcome { get; init; }

    /// <summary>The server's error number, such as 1062 for a duplicate key, whichever connection the rows went over; 0 if it was not the server that refused.</summary>
    public int ErrorNumber { get; init; }

    /// <summary>The server's SQLSTATE, such as <c>23000</c>; <see langword="null" /> if it was not the server that refused, or if the driver does not
    /// report it, as Connector/NET does not.</summary>
    public string? SqlState { get; init; }

    /// <summary>Whether the same work may succeed if it is done again later: after a deadlock or a lock wait timeout, a lost connection, or a server that could not be reached or had no room. Done again is safe
    /// only if <see cref="Outcome" /> is <see cref="BulkOutcome.Nothing" />. In the caller's transaction all of the transaction's work may have to be done again.</summary>
    public bool IsTransient { get; init; }
}
