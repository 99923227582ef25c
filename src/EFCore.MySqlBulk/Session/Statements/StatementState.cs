namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The progress of a statement.</summary>
internal enum StatementState
{
    /// <summary>The driver has not been given it.</summary>
    NotSent,

    /// <summary>The driver has been given it, and no answer is known: the server may have run it, or may still run it.</summary>
    UnderWay,

    /// <summary>The server has run it.</summary>
    Taken,

    /// <summary>The server has refused it.</summary>
    Refused,
}
