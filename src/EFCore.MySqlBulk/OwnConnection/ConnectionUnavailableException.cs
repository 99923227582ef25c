namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection of the operation's own cannot be had; the context's will do.</summary>
internal sealed class ConnectionUnavailableException(string reason, Exception? innerException = null) : Exception(reason, innerException)
{
    /// <summary>The next call may have one: the refusal is not remembered.</summary>
    public bool IsForNow { get; init; }
}
