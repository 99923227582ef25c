namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The progress of a statement.</summary>
internal enum StatementState
{
    /// <summary>The driver was not given the statement.</summary>
    NotSent,

    /// <summary>The driver was given the statement, and there is no answer: the server may have run it, or may still run it.</summary>
    UnderWay,

    /// <summary>The server has run the statement.</summary>
    Taken,

    /// <summary>The server has refused the statement.</summary>
    Refused,
}
