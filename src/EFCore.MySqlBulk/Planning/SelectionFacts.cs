using System.Diagnostics;

namespace EFCore.MySqlBulk.Planning;

/// <summary>All that the choice of a strategy depends on.</summary>
internal readonly record struct SelectionFacts
{
    public required BulkOperation Operation { get; init; }

    public required ServerFacts Server { get; init; }

    /// <summary><see langword="null" /> where the rows come from a stream longer than one window.</summary>
    public long? RowCount { get; init; }

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
    public bool ConcurrencyTokens { get; init; }

    /// <summary>The server refuses to change rows by a join with a list: MariaDB under <c>sql_safe_updates</c>.</summary>
    public bool RefusesJoins { get; init; }

    /// <summary>What may be done with connections, from which one is chosen.</summary>
    public ConnectionFacts Connection { get; init; }

    /// <summary>The connection that was chosen, which a strategy is chosen for.</summary>
    public ConnectionChoice Chosen { get; init; }

    /// <summary>The caller insists on a connection of the operation's own.</summary>
    public bool AsksForOwnConnection => ForcedConnection == BulkConnection.Own || Forced?.NeedsOwnConnection() == true;

    /// <summary>Over a connection of the operation's own, each row would be a statement of its own.</summary>
    public bool RowsGoAlone => Forced is { } forced ? forced.NeedsOwnConnection() : Operation switch
    {
        BulkOperation.Insert => KeysWanted && (KeysByTrigger || NothingTakenBack),
        BulkOperation.Update => RefusesJoins,
        BulkOperation.Delete => RefusesJoins && ConcurrencyTokens,
        BulkOperation.Execute => true,
        _ => throw new UnreachableException($"{Operation} is no operation."),
    };

    /// <summary>Several connections of the operation's own work at once.</summary>
    public bool IsParallel { get; init; }

    public BulkStrategy? Forced { get; init; }

    public BulkConnection? ForcedConnection { get; init; }
}
