namespace EFCore.MySqlBulk;

/// <summary>Which connection a bulk operation sends its rows over.</summary>
public enum BulkConnection
{
    /// <summary>The context's own connection, and its transaction if there is one.</summary>
    Context,

    /// <summary>A connection of the operation's own, beside the context's: to the same server, with the same settings, in its own transaction, with many statements
    /// in flight. The call is refused, with the reason, if there cannot be one: a transaction is open, for example, or the password is not known.</summary>
    Own,
}
