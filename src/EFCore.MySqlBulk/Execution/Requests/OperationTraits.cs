using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>What distinguishes one operation from the others, as values: in which order its rows go, what is looked up and told, how messages name it. What an operation does with a statement is in its rules.</summary>
internal sealed record OperationTraits
{
    private readonly string? _name;
    private readonly bool? _dependentsGoFirst;
    private readonly string? _missedVerb;

    public required BulkOperation Kind { get; init; }

    /// <summary>The public method's name, such as <c>BulkInsert</c>.</summary>
    public string Name
    {
        get => _name ?? "Bulk" + Kind;
        init => _name = value;
    }

    /// <summary>What a result says was done to its rows, if it was done to none.</summary>
    public required string ResultVerb { get; init; }

    /// <summary>Its rows go to a table of the model.</summary>
    public bool HasTable { get; init; } = true;

    /// <summary>Its rows are entities, or keys of entities, in the form in which the caller gave them.</summary>
    public bool TakesEntities { get; init; } = true;

    /// <summary>Some of its rows are new: EF Core's value generators run for those that are not tracked, an entity that is given twice is refused whatever its key, and related entities that are not stored with their rows are reported.</summary>
    public bool InsertsEntities { get; init; }

    /// <summary>Some of its rows are updated: what they own in tables of its own is made equal to what they hold, a part without a column to update is not sent, and a value of a unique index can move from one row to another.</summary>
    public bool UpdatesEntities { get; init; }

    /// <summary>Its rows are entities that get values before they are sent, or send those that have changed.</summary>
    public bool WritesEntities => InsertsEntities || UpdatesEntities;

    /// <summary>The rows that belong to a given one are found by its navigations, and inserted with it.</summary>
    public bool StoresGraphs => InsertsEntities && !LooksUp;

    /// <summary>Stored rows are matched with the given ones.</summary>
    public bool MatchesRows { get; init; }

    /// <summary>Rows go in the order of their keys, and each key only once.</summary>
    public bool GoesByKey => MatchesRows && TakesEntities;

    /// <summary>Rows that refer to each other go in an order that foreign keys allow.</summary>
    public bool OrdersSelfReferences => _dependentsGoFirst is not null;

    /// <summary>Of two rows, the one that refers to the other goes first. Unset if the order does not matter.</summary>
    public bool DependentsGoFirst
    {
        get => _dependentsGoFirst ?? throw new UnreachableException($"{Name} does not go by family.");
        init => _dependentsGoFirst = value;
    }

    /// <summary>The number of affected rows does not reveal a key that an earlier statement had.</summary>
    public bool HidesRepeatedKeys { get; init; }

    /// <summary>Rows are looked up by what they are matched by, and those that exist are locked, before any is sent.</summary>
    public bool LooksUp { get; init; }

    /// <summary>A session that is not strict is made strict for the time of the call.</summary>
    public bool NeedsStrictSession { get; init; } = true;

    /// <summary>A statement can succeed and still need a rollback.</summary>
    public bool CanRequireUndo { get; init; } = true;

    /// <summary>A transaction that the server has ended is left to the caller to end, as it is.</summary>
    public bool LeavesTransaction { get; init; }

    /// <summary>The tracked entity with a row's key is updated even if the row is another instance or a bare key.</summary>
    public bool StoresByKey { get; init; }

    /// <summary>The verb by which a message says what the call was going to do with a missed row.</summary>
    public string MissedVerb
    {
        get => _missedVerb ?? throw new UnreachableException($"{Name} misses no rows.");
        init => _missedVerb = value;
    }

    /// <summary>What to do about a row that does not exist.</summary>
    public string MissedCure { get; init; } = "";

    /// <summary>The hooks that run for its rows; if rows are looked up, for those that do not exist. None by default.</summary>
    public Func<MySqlBulkDefaults, IReadOnlyList<BulkHook>> Hooks { get; init; } = static _ => [];

    /// <summary>The hooks that run for rows that were looked up and exist; <see langword="null" /> if none is sent, or rows are not looked up.</summary>
    public Func<MySqlBulkDefaults, IReadOnlyList<BulkHook>>? HooksOfExisting { get; init; }
}
