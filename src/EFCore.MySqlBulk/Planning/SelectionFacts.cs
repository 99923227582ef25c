namespace EFCore.MySqlBulk.Planning;

/// <summary>All that the choice of a strategy depends on.</summary>
internal readonly record struct SelectionFacts
{
    public required BulkOperation Operation { get; init; }

    public required ServerFacts Server { get; init; }

    /// <summary><see langword="null" /> where the rows come from a stream longer than one window.</summary>
    public long? Rows { get; init; }

    /// <summary>Values in each row.</summary>
    public int Columns { get; init; }

    /// <summary>The server generates keys and the caller wants them.</summary>
    public bool KeysWanted { get; init; }

    /// <summary>A trigger sets the keys: the caller said so, or the check of the first statement found it.</summary>
    public bool KeysByTrigger { get; init; }

    /// <summary>The table's engine takes nothing back, so keys that turn out wrong would stay stored.</summary>
    public bool NothingTakenBack { get; init; }

    /// <summary>Some cells may be <c>DEFAULT</c>.</summary>
    public bool DefaultCells { get; init; }

    /// <summary>Rows are matched by more than their keys.</summary>
    public bool Tokens { get; init; }

    /// <summary>The server refuses to change rows by a join with a list: MariaDB under <c>sql_safe_updates</c>.</summary>
    public bool RefusesJoins { get; init; }

    public ConnectionFacts Connection { get; init; }

    /// <summary>Why the operation may not have a connection of its own; <see langword="null" /> where it may.</summary>
    public string? OwnConnectionRefusal => Connection.MayOpenOwn ? null : Connection.Refusal ?? "it may have no connection of its own";

    /// <summary>There are rows enough for a connection of the operation's own, or the caller asks for it.</summary>
    public bool IsWorthAConnection => ForcedConnection == BulkConnection.Own || Rows is null or >= Thresholds.PipelinedExecuteRows;

    /// <summary>A single row, which goes over the context's connection unless the caller asks for another.</summary>
    public bool IsOneRow => Rows == 1 && ForcedConnection != BulkConnection.Own;

    /// <summary>Several connections of the operation's own work at once.</summary>
    public bool IsParallel { get; init; }

    public BulkStrategy? Forced { get; init; }

    public BulkConnection? ForcedConnection { get; init; }
}
