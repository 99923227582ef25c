namespace EFCore.MySqlBulk;

/// <summary>Which connection a bulk operation sends its rows over.</summary>
public enum BulkConnection
{
    /// <summary>The context's own, in its transaction where there is one.</summary>
    Context,

    /// <summary>One of the operation's own beside it, to the same server with the same settings, in a transaction of its own, with many statements
    /// in flight. Refused with the reason where that cannot be: a transaction is open, or the password is not known.</summary>
    Own,
}
