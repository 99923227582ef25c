namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The I/O mode of a call: blocking or asynchronous, and, on the context's connection, under a watch. Only <see cref="DbIO" /> branches on it.</summary>
internal sealed class IOBehavior
{
    private IOBehavior(bool isAsynchronous, ConnectionWatch? watch)
    {
        IsAsynchronous = isAsynchronous;
        Watch = watch;
    }

    public static IOBehavior Synchronous { get; } = new(false, null);

    public static IOBehavior Asynchronous { get; } = new(true, null);

    public bool IsAsynchronous { get; }

    /// <summary>The watch that ends waits for the context's driver; <see langword="null" /> if there is none.</summary>
    public ConnectionWatch? Watch { get; }

    /// <summary>The same, under a watch.</summary>
    public IOBehavior Under(ConnectionWatch watch) => new(IsAsynchronous, watch);

    /// <summary>The same without a watch, for another connection.</summary>
    public IOBehavior Unwatched => new(IsAsynchronous, null);
}
