using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>What distinguishes one operation from the others, as values: the order of its rows, look-ups, the change tracker, its name in messages.
/// How its statements work is in their rules.</summary>
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

    /// <summary>What a result reports of its rows if there were none.</summary>
    public required string ResultVerb { get; init; }

    /// <summary>Whether its rows are written to a table of the model.</summary>
    public bool HasTable { get; init; } = true;

    /// <summary>Whether its rows are the caller's entities or keys, unconverted.</summary>
    public bool TakesEntities { get; init; } = true;

    /// <summary>Whether rows may be new: EF Core's value generators run for untracked ones, an entity that is given twice is refused whatever its
    /// key, and related entities that are left out are reported.</summary>
    public bool InsertsEntities { get; init; }

    /// <summary>Whether rows may be updated: owned entities in tables of their own are replaced, a part without a column to update is not sent, and a
    /// value of a unique index can move from one row to another.</summary>
    public bool UpdatesEntities { get; init; }

    /// <summary>Whether its rows are entities that get values before they are sent, or whose changed values are sent.</summary>
    public bool WritesEntities => InsertsEntities || UpdatesEntities;

    /// <summary>Whether related rows are found by a row's navigations and inserted with it.</summary>
    public bool StoresGraphs => InsertsEntities && !LooksUp;

    /// <summary>Whether stored rows are matched with the given ones.</summary>
    public bool MatchesRows { get; init; }

    /// <summary>Whether rows are sent in the order of their keys, each key once.</summary>
    public bool GoesByKey => MatchesRows && TakesEntities;

    /// <summary>Whether rows that refer to each other are sent in an order that foreign keys allow.</summary>
    public bool OrdersSelfReferences => _dependentsGoFirst is not null;

    /// <summary>Whether dependents are sent before principals. Unset if the order does not matter.</summary>
    public bool DependentsGoFirst
    {
        get => _dependentsGoFirst ?? throw new UnreachableException($"{Name} does not sort self-references.");
        init => _dependentsGoFirst = value;
    }

    /// <summary>Whether affected rows do not reveal duplicates across statements.</summary>
    public bool HidesRepeatedKeys { get; init; }

    /// <summary>Whether rows are looked up before any is sent, and those that exist are locked.</summary>
    public bool LooksUp { get; init; }

    /// <summary>Whether a session without strict mode is made strict during the call.</summary>
    public bool NeedsStrictSession { get; init; } = true;

    /// <summary>Whether a statement can succeed and still need a rollback.</summary>
    public bool MayNeedRollback { get; init; } = true;

    /// <summary>Whether a transaction that the server has ended is left for the caller to dispose.</summary>
    public bool LeavesTransaction { get; init; }

    /// <summary>Whether the tracked entity with a row's key is updated even if the row is another instance or a bare key.</summary>
    public bool StoresByKey { get; init; }

    /// <summary>The verb for missed rows in messages: to update, to delete.</summary>
    public string MissedVerb
    {
        get => _missedVerb ?? throw new UnreachableException($"{Name} misses no rows.");
        init => _missedVerb = value;
    }

    /// <summary>What to do about rows that do not exist.</summary>
    public string MissedCure { get; init; } = "";

    /// <summary>The hooks that run for its rows; if rows are looked up, for those that do not exist. None by default.</summary>
    public Func<MySqlBulkDefaults, IReadOnlyList<BulkHook>> Hooks { get; init; } = static _ => [];

    /// <summary>The hooks that run for rows that were looked up and exist; <see langword="null" /> if existing rows are not sent, or rows are not looked up.</summary>
    public Func<MySqlBulkDefaults, IReadOnlyList<BulkHook>>? HooksOfExisting { get; init; }
}
