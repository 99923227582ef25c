using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Chooses how a call finds out which of its rows are stored. A locking read also locks the gaps where nothing is stored, so calls with new
/// rows deadlock there. A small call therefore reads without locks, or not at all, if a unique index is sure to refuse rows that it has not seen, and
/// the call can then be repeated.</summary>
internal sealed class LookUpChoice(BulkRequest request, RowGroups groups, ContextSession session)
{
    // A plain read creates the transaction's snapshot. From this version on, MariaDB ends a transaction that then locks a row which has changed since.
    private static readonly Version SnapshotIsolation = new(11, 6);

    private ServerFacts Server => groups.Call.Server;

    /// <param name="tracked">The tracked entities.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<LookUp> ChooseAsync(TrackedEntries tracked, IOBehavior io, CancellationToken token)
    {
        if (!request.Traits.LooksUp || request.MustLock || request.IsDivided || request.GoesByType || !IsSmall || groups.Call.Chosen.IsPipelined || groups.Root.HasSeveralTables || SelfReferences.Of(groups.Root) is { AreThere: true })
            return LookUp.Locking;
        TransactionKind kind = TransactionKinds.Of(session.Database);
        if (kind is not (TransactionKind.Own or TransactionKind.Joined))
            return LookUp.Locking;
        IReadOnlyList<ColumnMap> match = MatchedColumns.Of(groups.Root, request.Options.Match);
        StoredIndexes indexes = StoredIndexes.Of(groups.Root, Server, groups.Call.Session);
        indexes.AreTransactional ??= await TableEngine.IsTransactionalAsync(groups.Root, session, io, token).ConfigureAwait(false);
        if (indexes.AreTransactional == false || !indexes.Cover(match))
            return LookUp.Locking;
        FoundShare last = indexes.FoundBy(match).Share;
        return last == FoundShare.All ? LookUp.Locking
            : kind == TransactionKind.Joined ? Joined(tracked)
            : last == FoundShare.None && CanInsertFirst(match) ? LookUp.None
            : LookUp.Plain;
    }

    private bool IsSmall => request is { Scope: null, Rows: { CanRepeat: true, Count: <= Thresholds.LooksWithoutLocksRows } };

    // Hooks and value generators for new rows would run for a row that turns out to exist.
    private bool CanInsertFirst(IReadOnlyList<ColumnMap> match)
        => request.Hooks is null && groups.Root.IsAlone && !new ClientValues(request.Context, groups.Root, request.Traits.InsertsEntities ? groups.Root.Columns : [], match).AddToNew;

    // A refused row stays locked in shared mode, and taking a stronger lock on it could deadlock. Values that are read back must not be older than the locks.
    private LookUp Joined(TrackedEntries tracked)
        => TransactionKinds.CanRollBackIn(session.Database) && !(Server.Flavor == ServerFlavor.MariaDb && Server.Version >= SnapshotIsolation)
            && tracked.IsEmpty && !(request.Options.ReadGenerated && groups.Root.Columns.Any(column => column.Origin == ValueOrigin.Server))
            ? LookUp.Plain
            : LookUp.Locking;
}
