using System.Diagnostics;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Everything in which one operation differs from the others: its plans, the order of its rows, the checks of an outcome, what the change tracker is told at the end. There is one
/// class for each operation, and whatever is not here is the same for all.</summary>
internal abstract class Operation
{
    public abstract BulkOperation Kind { get; }

    /// <summary>The public method's name, such as <c>BulkInsert</c>.</summary>
    public virtual string Name => "Bulk" + Kind;

    /// <summary>Its rows go to a table of the model.</summary>
    public virtual bool HasTable => true;

    /// <summary>Its rows are entities, or keys of entities, in the form in which the caller gave them.</summary>
    public virtual bool TakesEntities => HasTable;

    /// <summary>Values that the server generates are read back.</summary>
    public virtual bool ReadsBack => WritesEntities;

    /// <summary>The rows that belong to a given one are found by its navigations, and inserted with it.</summary>
    public virtual bool StoresGraphs => false;

    /// <summary>What entities own in tables of its own is made equal to what they hold.</summary>
    public virtual bool ReplacesOwned => false;

    /// <summary>The operation writes a part of an entity.</summary>
    public virtual bool WritesPart(BulkRequest request, TableMap part) => true;

    /// <summary>The session that rows are sent in: one that is not strict is made strict for the time of the call.</summary>
    /// <exception cref="NotSupportedException">The session hides rows from queries.</exception>
    public virtual SessionFacts SessionOf(Facts known)
        => known.Session.IsLimited && HasTable
            ? throw new NotSupportedException($"The session has a sql_select_limit, so queries of {Name} for generated values and stored rows could miss some. Set sql_select_limit = DEFAULT.")
            : known.Session.Strict();

    /// <summary>The exception for rows whose generated values were not found under their keys.</summary>
    public virtual Exception Unread(in BulkRow row)
        => new RowValueException("The values that the server generated could not be read back, because no row has its key: the column may store the key as another value (a shorter datetime or decimal), or a trigger has changed it. Give the key as the column stores it, or set ReadGenerated = false.") { Row = row };

    /// <summary>A transaction that the server has ended is left to the caller to end, as it is.</summary>
    public virtual bool LeavesTransaction => false;

    /// <summary>Its rows are entities that get values before they are sent, or send those that have changed.</summary>
    public abstract bool WritesEntities { get; }

    /// <summary>The tables whose rows are matched with the given ones.</summary>
    public virtual IEnumerable<TableMap> MatchesIn(BulkRequest request)
        => !TakesEntities || !GoesByKey ? [] : !request.IsDivided && TableMap.Of(request.EntityType) is { HasSeveralTables: false } only ? [only] : PartsOf(request);

    // What they own is found by their keys too.
    private static IEnumerable<TableMap> PartsOf(BulkRequest request)
        => request.EntityType.GetConcreteDerivedTypesInclusive().SelectMany(type => request.IsDivided ? TableMap.AllOf(type).Concat(OwnedTable.Of(TableMap.Of(type))) : TableMap.AllOf(type));

    /// <summary>Rows go in the order of their keys, and each key only once.</summary>
    public abstract bool GoesByKey { get; }

    /// <summary>Rows that refer to each other go in an order that foreign keys allow.</summary>
    public abstract bool GoesByFamily { get; }

    /// <summary>Of two rows, the one that refers to the other goes first.</summary>
    public virtual bool DependentsGoFirst => throw new UnreachableException($"{Name} does not go by family.");

    /// <summary>A key that is given again in a later statement does not show in the number of rows that the statement affects.</summary>
    public abstract bool HidesRepeatedKeys { get; }

    /// <summary>Rows are looked up by what they are matched by, and those that exist are locked, before any is sent.</summary>
    public virtual bool LooksUp => false;

    /// <summary>A row that was looked up and exists is updated, and has columns to update.</summary>
    public virtual bool UpdatesExisting(BulkRequest request, TableMap table) => true;

    /// <summary>A stored row that is left as it is has all values of the given one that it was found for.</summary>
    public virtual bool AgreesWithExisting(BulkRequest request, TableMap table) => false;

    /// <summary>It updates rows of which it may know what they hold, so that a value of a unique index can move from one to another.</summary>
    public virtual bool MovesValues => false;

    /// <summary>Stored rows that no given row matches are deleted, or updated.</summary>
    public virtual bool WritesMissing(BulkRequest request) => false;

    /// <summary>The tables that its rows may go to.</summary>
    public virtual IEnumerable<TableMap> TablesOf(BulkRequest request)
        => request is { GoesByType: false, Graph: { } graph } ? graph.Tables
        : (request.GoesByType ? EntityShape.Reached(request.EntityType, GraphReach.All)
            : request.IsGraph || request.IsDivided ? EntityShape.Reached(request.EntityType, request.Reach)
            : request.EntityType.GetConcreteDerivedTypesInclusive()).SelectMany(TableMap.AllOf);

    /// <summary>What is done with the links of many-to-many relationships that the call makes.</summary>
    public virtual Operation OfLinks => throw WritesNone;

    /// <summary>EF Core's value generators run for the rows that are not tracked.</summary>
    public virtual bool GeneratesValues => throw WritesNone;

    /// <summary>The keys of its rows are known before the call; otherwise the server may generate them, or take a column's default.</summary>
    public virtual bool KnowsKeys(BulkPlan plan) => throw WritesNone;

    /// <summary>An entity that is given twice is refused, whatever its key.</summary>
    public virtual bool RefusesRepeatedInstances => false;

    /// <summary>A statement that the server has run may have to be undone, because it did not do what it should have done.</summary>
    public virtual bool CanRequireUndo => true;

    /// <summary>The tracked entity with a row's key is updated even if the row is another instance or a bare key.</summary>
    public virtual bool StoresByKey => false;

    /// <summary>The hooks that run for its rows; if rows are looked up, for those that do not exist.</summary>
    public abstract IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults);

    /// <summary>The hooks that run for rows that were looked up and exist; <see langword="null" /> if none is sent, or rows are not looked up.</summary>
    public virtual IReadOnlyList<BulkHook>? HooksOfExisting(MySqlBulkDefaults defaults) => null;

    /// <summary>The form of a row.</summary>
    /// <param name="request">The request.</param>
    /// <param name="types">The table maps.</param>
    /// <param name="row">The row.</param>
    public abstract RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row);

    /// <summary>The facts by which the connection and the strategy are chosen for rows of a form.</summary>
    public abstract SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call);

    /// <summary>Plans rows of a form.</summary>
    public abstract BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call);

    /// <summary>Checks a tracked entity before its row is sent.</summary>
    /// <exception cref="NotSupportedException">The change tracker could not be told what is stored.</exception>
    public virtual void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
    }

    /// <summary>There are values that the model does not allow the operation to write to the column.</summary>
    public virtual bool IsGuarded(ColumnMap column) => throw WritesNone;

    /// <summary>Checks a row's value of a guarded column.</summary>
    /// <param name="table">The table.</param>
    /// <param name="column">The column.</param>
    /// <param name="row">The row.</param>
    /// <param name="isTracked">The caller's context tracks the entity; a row can have an entry without being tracked.</param>
    /// <exception cref="RowValueException">The model does not allow the value.</exception>
    public virtual void CheckGuarded(TableMap table, ColumnMap column, in BulkRow row, bool isTracked) => throw WritesNone;

    /// <summary>The server generates the column's value when the row is stored.</summary>
    public virtual bool IsGenerated(ColumnMap column, BulkPlan plan) => throw WritesNone;

    /// <summary>The call may leave the column of a stored row as it is, or to its default, so that a tracked entity has to be given the stored value.</summary>
    public virtual bool MayLeave(ColumnMap column, BulkPlan plan) => false;

    /// <summary>How the rows of a statement whose answer was lost can be looked up.</summary>
    /// <param name="plan">How they were sent.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="keys">The keys that the server generated for them; empty if they are not known.</param>
    /// <returns><see langword="null" /> if the rows cannot be found, or would not tell whether the statement is stored.</returns>
    public abstract SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys);

    /// <summary>Whether a statement is stored.</summary>
    /// <param name="found">How many of its rows were found.</param>
    /// <param name="of">How many were looked for, at least one.</param>
    /// <returns><see langword="null" /> if that cannot be told.</returns>
    public virtual bool? IsStored(int found, int of) => throw new UnreachableException($"{Name} leaves no trace.");

    /// <summary>Finds out what is wrong if a statement affected a different number of rows than it carried.</summary>
    /// <returns>What to throw; <see langword="null" /> if nothing is wrong.</returns>
    public abstract ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected);

    /// <summary>The verb by which a message says what the call was going to do with a missed row.</summary>
    public virtual string MissedVerb => throw new UnreachableException($"{Name} misses no rows.");

    /// <summary>What to do about a row that does not exist.</summary>
    public virtual string MissedCure => throw new UnreachableException($"{Name} misses no rows.");

    /// <summary>What the call leaves out although its caller may expect it, besides what all calls leave out.</summary>
    /// <param name="request">The request.</param>
    /// <param name="rows">Its first rows.</param>
    /// <param name="areAll">They are all rows of the call.</param>
    /// <param name="tracked">The context's entities.</param>
    /// <param name="isTold">Whether the context has already been told of an event and its subject.</param>
    public abstract IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold);

    /// <summary>Why the rows go as they do.</summary>
    /// <param name="request">The request.</param>
    /// <param name="lanes">The lanes of the call; the first one is that by which it was begun.</param>
    /// <param name="sent">The plans of the rows that were sent.</param>
    public virtual string ReasonOf(BulkRequest request, Lanes lanes, IReadOnlyList<BulkPlan> sent) => lanes.First!.Plan.Choice.Reason;

    /// <summary>What a result says was done to its rows, if it was done to none.</summary>
    public abstract string ResultVerb { get; }

    /// <summary>Tells the change tracker that an entity's row is stored.</summary>
    public abstract void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry);

    /// <summary>The result with the rows counted.</summary>
    public abstract BulkResult Count(BulkResult result, long rows);

    /// <summary>The result with the rows counted, if the call does several things with them.</summary>
    public virtual BulkResult Count(BulkResult result, RowCounts counts) => Count(result, counts.Rows);

    private UnreachableException WritesNone => new($"{Name} writes no entities.");
}
