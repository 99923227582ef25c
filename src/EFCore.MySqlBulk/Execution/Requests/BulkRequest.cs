using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Planning.Statements;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>One call, with its arguments checked.</summary>
internal sealed record BulkRequest
{
    private readonly IEntityType? _entityType;

    public required DbContext Context { get; init; }

    /// <summary>The rows' entity type; <c>BulkExecute</c> has none.</summary>
    public IEntityType EntityType
    {
        get => _entityType ?? throw new UnreachableException("BulkExecute has no entity type.");
        init => _entityType = value;
    }

    /// <summary>Whether the rows have the entity type that another call named.</summary>
    public bool IsOfTypeOf(BulkRequest other) => _entityType == other._entityType;

    /// <summary>The statement of <c>BulkExecute</c>; <see langword="null" /> for the other operations.</summary>
    public ExecutedStatement? Statement { get; init; }

    public required OperationTraits Traits { get; init; }

    public required ResolvedOptions Options { get; init; }

    public required RowSource Rows { get; init; }

    /// <summary>The maximum number of rows that are committed together; <see langword="null" /> for all.</summary>
    public int? CommitRows { get; init; }

    /// <summary>The portion that the rows are; <see langword="null" /> if they are all rows of the call.</summary>
    public Portion? Portion { get; init; }

    /// <summary>The scope of <c>BulkSynchronize</c>; <see langword="null" /> for other operations.</summary>
    public RowScope? Scope { get; init; }

    /// <summary>Whether a given row may be inserted as several rows: those of owned entities, further tables or related entities.</summary>
    public bool IsGraph { get; init; }

    /// <summary>Whether a given row may have parts in several tables, which are updated or deleted one after the other.</summary>
    public bool IsDivided { get; init; }

    /// <summary>Whether some of its entity types have columns in several tables.</summary>
    public bool HasParts => IsDivided && EntityType.GetConcreteDerivedTypesInclusive().Any(type => TableMaps.AllOf(type).Count > 1);

    /// <summary>Whether related entities are looked up and written with the rows given: each type in a part of its own, principals first.</summary>
    public bool GoesByType { get; init; }

    /// <summary>Whether the rows are entities that were found in navigations.</summary>
    public bool AreRelated { get; init; }

    /// <summary>The parents whose collections hold the rows.</summary>
    public IReadOnlyList<CollectionScope> Collections { get; init; } = [];

    /// <summary>Whether orphans are deleted at the end of the call, after the rows that refer to them.</summary>
    public bool OrphansGoLast { get; init; }

    /// <summary>The entities that are read with a row.</summary>
    public GraphReach Reach => GoesByType ? GraphReach.Related : Options.IncludeGraph ? GraphReach.All : GraphReach.Owned;

    /// <summary>The rows of a graph; <see langword="null" /> if there is none, or if the rows are a stream, which is read window by window.</summary>
    public EntityGraph? Graph { get; init; }

    /// <summary>The entity types of its rows, and of those that are stored with them.</summary>
    public IEnumerable<IEntityType> StoredTypes => GoesByType && Graph is { } graph ? graph.Tables.Select(table => table.EntityType) : [EntityType];

    /// <summary>The number of all rows, related ones included, if it is known before they are sent.</summary>
    public int? RowCount => IsGraph || GoesByType ? Graph?.RowCount : Rows.Count;

    /// <summary>An insert after a failed look-up hit a duplicate: two input rows may be equal by collation.</summary>
    public bool MayHaveEqualKeys { get; init; }

    /// <summary>Whether a row that the look-up had not seen was refused as a duplicate: all rows are now looked up under locks.</summary>
    public bool MustLock { get; init; }

    /// <summary>The type of the keys that are given instead of entities.</summary>
    public Type? BareKeyType { get; init; }

    /// <summary>The name of the rows in logs and traces: their entity type, or <c>SQL</c>.</summary>
    public string Subject => _entityType?.Name ?? "SQL";

    /// <summary>The table that the rows go to; <see langword="null" /> for <c>BulkExecute</c>, whose SQL is not parsed, and for an abstract type without a table.</summary>
    public string? Table => Options.Table ?? _entityType?.GetTableName();

    /// <summary>The map of an entity type and the table that the call names, or the first one of the model.</summary>
    public TableMap MapOf(IEntityType type) => Options.Table is { } name ? TableMaps.Of(type, name) : TableMaps.Of(type);

    /// <summary>The table of the commands of <c>SaveChanges</c>; <see langword="null" /> if the entity types determine the tables.</summary>
    public TableMap? CommandTable { get; init; }

    /// <summary>Waits, once the server has accepted all rows, until they may be committed; <see langword="null" /> if the call commits at once. If it throws, the call is rolled back.</summary>
    public Func<IOBehavior, ValueTask>? BeforeCommit { get; init; }

    /// <summary>Begins the call's own transaction as a part of a larger one; <see langword="null" /> if it is one by itself.</summary>
    public Func<ContextSession, ServerFacts, CancellationToken, ValueTask<IBulkTransaction>>? BeginTransaction { get; init; }

    /// <summary>The hooks that run for its rows; <see langword="null" /> if there are none.</summary>
    public RowHooks? Hooks { get; init; }

    /// <summary>The time for reaching another server after the one used has failed; <see langword="null" /> if the call does not wait for one.</summary>
    public Failover? Failover { get; init; }

    /// <summary>The navigations that the call has warned about because it leaves their entities out, in any attempt.</summary>
    public HashSet<string> ToldNavigations { get; } = [];

    /// <summary>Whether the rows may be tracked.</summary>
    public bool CanBeTracked => BareKeyType is null && Traits.TakesEntities;

    /// <summary>Reads the values that a row is matched by.</summary>
    public KeyReader KeysOf(TableMap table) => BareKeyType is { } bare ? KeyReader.Of(table, bare) : KeyReader.By(table, MatchedColumns.Of(table, Options.Match));
}
