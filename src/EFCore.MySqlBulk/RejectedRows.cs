namespace EFCore.MySqlBulk;

/// <summary>Sets rows aside that the server or the model refuses because of their values, so that all others are stored: as <c>Rejected = RejectedRows.Collect()</c>.</summary>
/// <remarks>Set aside is what fails again when the row is sent alone: a duplicate key (1062), a value that is out of range or too long (1264, 1406), NULL where none is allowed (1048), a foreign key (1452), a check (3819, MariaDB 4025), SIGNAL
/// of a trigger (1644) and others of their kind, and a value that cannot be converted. A deadlock, a lost connection, a missing right and an error of the statement fail the call as without it, and so do rows of an update that do
/// not exist or were changed by others.</remarks>
public sealed class RejectedRows
{
    /// <summary>The number of rows that <see cref="Collect" /> sets aside at most, unless it is given another one.</summary>
    internal const int DefaultMax = 1_000;

    private RejectedRows(long max, Action<RejectedRow>? receive)
    {
        if (max < 0)
            throw new ArgumentException($"RejectedRows sets {max} rows aside at most; it must be 0 or more.", nameof(max));
        (Max, Receive) = (max, receive);
    }

    /// <summary>The number of rows that are set aside at most.</summary>
    internal long Max { get; }

    /// <summary>Receives them; <see langword="null" /> if the result does.</summary>
    internal Action<RejectedRow>? Receive { get; }

    /// <summary>Sets rows aside in <see cref="BulkResult.Rejected" />.</summary>
    /// <param name="max">How many at most. One more, and the call fails, and nothing of it is stored. Default: 1,000.</param>
    /// <exception cref="ArgumentException"><paramref name="max" /> is negative.</exception>
    public static RejectedRows Collect(int max = DefaultMax) => new(max, null);

    /// <summary>Passes rows to a function instead of collecting them: those of a collection once the call has committed, in their order; those of a stream as they come, though the call may still fail and then stores nothing.</summary>
    /// <param name="receive">Receives each row. It must not use the context.</param>
    /// <param name="max">How many at most. One more, and the call fails, and nothing of it is stored. Default: any number.</param>
    /// <exception cref="ArgumentException"><paramref name="max" /> is negative.</exception>
    public static RejectedRows PassTo(Action<RejectedRow> receive, long max = long.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(receive);
        return new(max, receive);
    }
}
