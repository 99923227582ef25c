namespace EFCore.MySqlBulk.Session;

/// <summary>How far a statement has come.</summary>
internal enum DeliveryState
{
    /// <summary>The driver was not given it.</summary>
    NotSent,

    /// <summary>The driver was given it, and no answer to it is known: the server may have run it, or may run it yet.</summary>
    UnderWay,

    /// <summary>The server has run it.</summary>
    Taken,

    /// <summary>The server has refused it.</summary>
    Refused,
}
