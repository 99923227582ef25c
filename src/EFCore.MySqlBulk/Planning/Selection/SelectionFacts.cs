using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>All that the choice of a strategy depends on.</summary>
internal readonly record struct SelectionFacts
{
    public required BulkOperation Operation { get; init; }

    public required ServerFacts Server { get; init; }

    /// <summary>The number of rows; <see langword="null" /> if they come from a stream longer than one window.</summary>
    public long? RowCount { get; init; }

    /// <summary>Values in each row.</summary>
    public int Columns { get; init; }

    /// <summary>The server generates keys and the caller wants them.</summary>
    public bool KeysWanted { get; init; }

    /// <summary>A trigger sets the keys: the caller said so, or the check of the first statement found it.</summary>
    public bool KeysByTrigger { get; init; }

    /// <summary>The table's storage engine cannot roll back, so rows whose keys turn out to be wrong would remain stored.</summary>
    public bool NothingTakenBack { get; init; }

    /// <summary>Some cells may be <c>DEFAULT</c>.</summary>
    public bool DefaultCells { get; init; }

    /// <summary>Some values are of a type that cannot be prepared.</summary>
    public bool UnpreparedValues { get; init; }

    /// <summary>Rows are matched by more than their keys.</summary>
    public bool ConcurrencyTokens { get; init; }

    /// <summary>The server refuses to change rows by a join with a list: MariaDB under <c>sql_safe_updates</c>.</summary>
    public bool RefusesJoins { get; init; }

    /// <summary>In which ways statements can be sent.</summary>
    public PipeliningFacts Pipelining { get; init; }

    /// <summary>Whether they are pipelined; a strategy is chosen for that.</summary>
    public PipeliningChoice Chosen { get; init; }

    /// <summary>The caller insists on pipelining.</summary>
    public bool AsksForPipelining => ForcedPipelining == BulkPipelining.Always || Forced?.NeedsPipelining() == true;

    /// <summary>If statements are pipelined, each row is one of its own.</summary>
    public bool RowsGoAlone => Forced is { } forced ? forced.NeedsPipelining() : Operation switch
    {
        BulkOperation.Insert => KeysWanted && (KeysByTrigger || NothingTakenBack),
        BulkOperation.Update => RefusesJoins,
        BulkOperation.Delete => RefusesJoins && ConcurrencyTokens,
        BulkOperation.Execute => true,
        _ => throw new UnreachableException($"{Operation} is no operation."),
    };

    /// <summary>Several connections work at the same time.</summary>
    public bool IsParallel { get; init; }

    public BulkStrategy? Forced { get; init; }

    public BulkPipelining ForcedPipelining { get; init; }
}
