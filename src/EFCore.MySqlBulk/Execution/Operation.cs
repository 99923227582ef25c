using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>All in which one operation differs from the others: its plans, the order of its rows, the checks of an outcome, what is told at the end. There is one
/// class for each, and whatever is not said here is the same for all.</summary>
internal abstract class Operation
{
    public abstract BulkOperation Kind { get; }

    /// <summary>The public method's name, such as <c>BulkInsert</c>.</summary>
    public string Name => "Bulk" + Kind;

    /// <summary>Its rows go to a table of the model.</summary>
    public virtual bool HasTable => true;

    /// <summary>Its rows are entities that get values before they are sent, or send those that have changed.</summary>
    public abstract bool WritesEntities { get; }

    /// <summary>Rows go in the order of their keys, and each key once.</summary>
    public abstract bool GoesByKey { get; }

    /// <summary>Rows that refer to each other go in an order that foreign keys allow.</summary>
    public abstract bool GoesByFamily { get; }

    /// <summary>An entity that is given twice is refused, whatever its key.</summary>
    public virtual bool RefusesRepeatedInstances => false;

    /// <summary>A statement that the server has run may have to be undone, because it did not do what it should have.</summary>
    public virtual bool MayHaveToUndo => true;

    /// <summary>Whichever tracked entity has the key of a row is told, also where the row is another instance or a bare key.</summary>
    public virtual bool StoresByKey => false;

    /// <summary>The form of a row.</summary>
    /// <param name="request">The request.</param>
    /// <param name="types">The table maps.</param>
    /// <param name="row">The row.</param>
    public abstract RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row);

    /// <summary>The facts by which connection and strategy are chosen for rows of a form.</summary>
    public abstract SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call);

    /// <summary>Plans rows of a form.</summary>
    public abstract BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call);

    /// <summary>Checks a tracked entity before its row is sent.</summary>
    /// <exception cref="NotSupportedException">What is stored could not be told to the change tracker.</exception>
    public virtual void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
    }

    /// <summary>Looks what is wrong where a statement affected another number of rows than it carried.</summary>
    /// <returns>What to throw; <see langword="null" /> where that is as it should be.</returns>
    public abstract ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected);

    /// <summary>What a message says that the call was to do with a row that it missed.</summary>
    public virtual string MissedVerb => throw new UnreachableException($"{Name} misses no rows.");

    /// <summary>What to do about a row that is not there.</summary>
    public virtual string MissedCure => throw new UnreachableException($"{Name} misses no rows.");

    /// <summary>What the call leaves out that its caller may expect, beside what all calls do.</summary>
    /// <param name="request">The request.</param>
    /// <param name="rows">Its first rows.</param>
    /// <param name="areAll">They are all that it has.</param>
    /// <param name="tracked">The context's entities.</param>
    /// <param name="isTold">Whether the context has been told of an event and its subject.</param>
    public abstract IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold);

    /// <summary>Tells the change tracker that an entity's row is stored.</summary>
    public abstract void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry);

    /// <summary>The result with the rows counted.</summary>
    public abstract BulkResult Count(BulkResult result, long rows);
}
