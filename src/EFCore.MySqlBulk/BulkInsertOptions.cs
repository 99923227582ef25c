using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsert</c>.</summary>
public sealed record BulkInsertOptions : BulkStrategyOptions, ITargetTable, IRejectsRows
{
    /// <summary>Writes the keys that the server generated to the entities. Default: <see langword="true" />; the only cost is the check of <see cref="VerifyKeys" />.</summary>
    public bool ReturnKeys { get; set; } = true;

    /// <summary>Verifies the generated keys of a table's first statement with one query, because a trigger can change keys without the client noticing.
    /// Done once per table and server. Default: <see langword="true" />.</summary>
    public bool VerifyKeys { get; set; } = true;

    /// <summary>Declares that a trigger sets the table's keys: each row then gets a statement of its own, so that its key is known. Default: <see langword="false" />.</summary>
    public bool HasTrigger { get; set; }

    /// <summary>Reads other values that the server generated (defaults of columns that the row left unset, computed columns, row versions) back to the entities, as <c>SaveChanges</c>
    /// does: with one query per batch, in the call's transaction, and only if the entity type has such columns. The key must be known after the insert.
    /// Default: <see langword="true" />.</summary>
    public bool ReadGenerated { get; set; } = true;

    /// <summary>Also stores the new entities that the rows refer to or hold in their navigations, and those that these hold: parents first, so that
    /// their generated keys become the foreign keys of their children. An entity is new unless its key is generated and has a value, or the context
    /// tracks it as stored. All are stored in one transaction, and a failed call restores the entities. The graph of a collection is read before
    /// anything is sent,
    /// that of a stream in windows of 2,000 rows. Default: false, only the given rows are stored.</summary>
    public bool IncludeGraph { get; set; }

    /// <summary>What to do if a row's collection, or its reference to a dependent, holds entities that the call does not store, because they are
    /// neither rows of the call nor tracked, and <see cref="IncludeGraph" /> is not set. <see cref="BulkReaction.Warn" /> logs a warning
    /// (<see cref="BulkEventId.RelatedEntitiesLeftOut" />), once per call and navigation, and examines only the
    /// first 2,000 rows. <see cref="BulkReaction.Refuse" /> throws a <see cref="BulkOperationException" /> that names navigation and row; it examines every row: those of a collection before anything is
    /// sent, those of a stream as they come. A stream whose rows may hold each other is kept in memory until its end, at about 30 bytes per row
    /// besides the rows themselves. Default: <see cref="BulkReaction.Warn" />.</summary>
    public BulkReaction? LeftOutEntities { get; set; }

    /// <summary>The name of another table than the model's, as <c>orders_2025</c>: for tables of one shape, such as one for each year or an archive. It is in the schema that the model names, has the columns and keys of the model's table, and
    /// generates keys as it does. Entities have to be in one table, and must not be tracked, because the context tracks rows of the model's table. What the library learns of a table, it learns for each name; the first call with a name compiles its statements anew,
    /// and they stay in memory with the model. Default: the model's table.</summary>
    public string? Table { get; set; }

    /// <summary>Sets rows aside that the server or the model refuses because of their values, and stores all others, in one transaction and with the right keys: <see cref="RejectedRows.Collect" /> or
    /// <see cref="RejectedRows.PassTo" />. They are in <see cref="BulkResult.Rejected" />, with their positions, errors and messages; their entities and tracked entries are as they were. Of two rows with the same key the first one is stored.
    /// The rows of a refused statement are sent one by one, in flight. Costs nothing until a row is refused but one small query; with one bad row in a hundred and more, nearly all rows go one by one, which takes four to five times as long. It needs an entity type whose rows are in one
    /// table, one connection, savepoints, and a storage engine that can roll back. Default: a refused row fails the call.</summary>
    public RejectedRows? Rejected { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkInsertOptions>(BulkInsertOptions options) => ConfiguredOptions.Copying(options);
}
