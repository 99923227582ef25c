using System.Data.Common;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.ServerValues;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>Finds out which of the rows given match a stored one, and locks those until the transaction ends. Two rows that match the same stored row are found here, whatever the
/// server's collation treats as equal.</summary>
internal sealed class ExistingRows
{
    private readonly BulkRequest _request;
    private readonly ContextSession _session;
    private readonly QuotedNames _names;
    private readonly RowGroups _groups;
    private readonly FoundKeys _found;
    private readonly CombinedRows _combined;
    private readonly IOBehavior _io;
    private readonly CancellationToken _token;
    private readonly TableMap _table;
    private readonly int[] _keyPlaces;
    private readonly IReadOnlyList<ColumnMap> _match;
    private readonly StoredKeyComparer _comparer;
    private readonly bool _matchesKey;
    private readonly bool _mayBeNull;
    private readonly LastFound _last;
    private readonly Dictionary<TableMap, bool> _updates = [];

    public ExistingRows(BulkRequest request, ContextSession session, QuotedNames names, RowGroups groups, FoundKeys found, IOBehavior io, CancellationToken token)
    {
        _request = request;
        _session = session;
        _names = names;
        _groups = groups;
        _found = found;
        _io = io;
        _token = token;
        _table = groups.Root;
        _keyPlaces = [.. Enumerable.Range(1, _table.Key.Count)];
        _match = MatchedColumns.Of(_table, request.Options.Match);
        Keys = KeyReader.By(_table, _match);
        _combined = new(request, Keys, found);
        _last = StoredIndexes.Of(_table, groups.Call.Server, groups.Call.Session).FoundBy(_match);
        Discriminator = DiscriminatorOf(_table);
        Moves = UniqueMoves.Of(request, groups);
        _comparer = new(_table.Key);
        _matchesKey = ReferenceEquals(_match, _table.Key);
        _mayBeNull = _match.Any(column => column.IsNullable);
        MayBeEqual = !_match.All(column => column.Kind.IsInteger() || column.Kind is ValueKind.GuidText or ValueKind.GuidDigits or ValueKind.Boolean);
    }

    /// <summary>Reads the values that a row is matched by.</summary>
    public KeyReader Keys { get; }

    /// <summary>The discriminator column; <see langword="null" /> if there is one type only.</summary>
    public ColumnMap? Discriminator { get; }

    /// <summary>The unique values that move from row to row; <see langword="null" /> if none can.</summary>
    public UniqueMoves? Moves { get; }

    /// <summary>Whether existing rows are updated and have columns to update.</summary>
    public bool Updates(TableMap table) => _updates.TryGetValue(table, out bool known) ? known : _updates[table] = AreUpdated(_request, table);

    /// <inheritdoc cref="Updates" />
    public static bool AreUpdated(BulkRequest request, TableMap table) => request.Traits.UpdatesEntities && (request.Options.Set is not null || HaveColumns(request, table));

    /// <summary>Whether an unchanged stored row has all values of the given one, because the given one has only key columns.</summary>
    public bool AgreesWith(TableMap table)
        => _request.Traits.UpdatesEntities && table.Columns.All(column => column.IsKey || column.Constant is not null || MatchedColumns.Of(table, _request.Options.Match).Contains(column));

    // Owned entities may differ although the owner has no column to update.
    private static bool HaveColumns(BulkRequest request, TableMap table)
        => (request.IsDivided && OwnedTable.Of(table).Count > 0) || TableMaps.AllOf(table.EntityType).Any(part => BulkPlanner.UpdatedColumns(part, request.Options, []).Length > 0);

    /// <summary>Whether the server may treat different values as equal.</summary>
    public bool MayBeEqual { get; }

    /// <summary>The scope that must contain the rows found; <see langword="null" /> if there is none.</summary>
    public StoredScope? Scope { get; set; }

    /// <summary>Whether rows are looked up by foreign keys, which may have to be read from navigations first.</summary>
    public bool MatchesReferences => _match.Any(column => column.Property.IsForeignKey());

    /// <summary>How rows are looked up: their primary keys are read, in a hierarchy their types, and what may move to other rows.</summary>
    public static KeyLookup LookupOf(BulkRequest request, BulkPlan plan, TableMap table)
    {
        IEnumerable<ColumnMap> discriminator = DiscriminatorOf(table) is { } column ? [column] : [];
        return KeyLookup.By(plan, table, MatchedColumns.Of(table, request.Options.Match), [.. table.Key, .. discriminator, .. UniqueMoves.ColumnsOf(request)]) with { Lock = RowLock.Exclusive };
    }

    /// <summary>The row that stands for two rows that match the same stored row, of which the first was given earlier.</summary>
    public BulkRow Combine(BulkRow kept, BulkRow next) => _combined.Of(kept, next);

    /// <summary>Completes the foreign keys of rows, by which they are matched, from their navigations.</summary>
    public void ReferBy(RowCompletion? completion) => _combined.Refer = MatchesReferences && completion is not null ? row => completion.Refer(row) : null;

    /// <summary>Writes the keys that were found for a stream's window, unless they were written at once, and copies the keys of superseding rows to the rows they supersede.</summary>
    /// <param name="except">Entities whose rows were set aside.</param>
    public void EndWindow(IReadOnlySet<object>? except)
    {
        if (!_request.Rows.CanRepeat)
            _found.Write(except);
        _found.WriteSuperseded();
    }

    /// <summary>Propagates the keys that were found to their entities.</summary>
    public void Propagate(GeneratedKeys keys) => _found.Propagate(keys);

    /// <summary>Whether a row can match a stored one. NULL equals nothing, and a key that the server will generate does not exist yet: such a row is new.</summary>
    public bool CanMatch(in BulkRow row) => !(_mayBeNull && Keys.Values(row).Contains(null)) && !(_matchesKey && _table.GeneratesKey(row));

    /// <summary>Puts rows that match nothing, or are known to match, behind the others, which are sorted and looked up. Returns the number of the others.</summary>
    public int UnmatchedLast(Span<BulkRow> rows) => First(rows, (row, _) => row.Presence == RowPresence.Absent && CanMatch(row));

    /// <summary>Puts rows that are assumed to be new behind the others, which are then looked up under locks. Returns the number of the others.</summary>
    public async ValueTask<int> NewLastAsync(ArraySegment<BulkRow> rows)
    {
        if (_groups.LookUp == LookUp.Locking || rows.Count == 0)
            return rows.Count;
        if (_groups.LookUp == LookUp.None)
            return 0;
        KeyLookup lookup = LookupOf(_request, _groups.Of(rows[0]).Plan, _table) with { Lock = RowLock.None };
        HashSet<int> found = await new RowLookup(_groups.Connections, _names, _io, _token).PositionsAsync(lookup, rows).ConfigureAwait(false);
        _last.Set(found.Count, rows.Count);
        return First(rows, (_, position) => found.Contains(position));
    }

    // Both parts keep their order.
    private static int First(Span<BulkRow> rows, Func<BulkRow, int, bool> isFirst)
    {
        List<BulkRow>? others = null;
        int first = 0;
        for (int position = 0; position < rows.Length; position++)
        {
            if (isFirst(rows[position], position))
                rows[first++] = rows[position];
            else
                (others ??= []).Add(rows[position]);
        }

        others?.CopyTo(rows[first..]);
        return first;
    }

    /// <summary>Looks up rows, all of which can match, and records the result in each.</summary>
    /// <returns>The number of rows that match a stored row and are left as they are.</returns>
    /// <exception cref="BulkOperationException">Two rows match the same stored row.</exception>
    public async ValueTask<int> FindAsync(ArraySegment<BulkRow> rows)
    {
        if (rows.Count == 0)
            return 0;
        KeyLookup lookup = LookupOf(_request, _groups.Of(rows[0]).Plan, _table);
        Dictionary<object, int>? seen = MayBeEqual ? new(_comparer) : null;
        int unchanged = 0;
        List<ColumnMap> moved = [.. UniqueMoves.ColumnsOf(_request)];
        RowLookup found = new(_groups.Connections, _names, _io, _token);
        await found.FindAsync(lookup, rows, Read).ConfigureAwait(false);
        if (_request.MayHaveEqualKeys && MayBeEqual)
            await FindEqualAsync(lookup, rows, found).ConfigureAwait(false);
        if (_groups.LookUp == LookUp.Locking)
            _last.Set(rows.Count(row => row.Presence != RowPresence.Absent), rows.Count);
        return unchanged;

        void Read(int position, DbDataReader reader)
        {
            if (rows[position].Presence != RowPresence.Absent)
                throw MatchesSeveral(rows[position]);
            if (Discriminator is not null)
                CheckType(rows[position], GeneratedValueReader.Read(Discriminator, reader, _table.Key.Count + 1));
            object? stored = GeneratedValueReader.ReadKey(_table.Key, reader, _keyPlaces);
            bool isFirst = seen is null || stored is null || seen.TryAdd(stored, position);
            int kept = isFirst ? position : Keep(rows, position, seen![stored!]);
            if (!isFirst)
                seen![stored!] = kept;
            Scope?.Take(rows[kept], stored!);
            bool isUpdated = Updates(_groups.TableOf(rows[kept].Item));
            rows[kept] = rows[kept] with { Presence = isUpdated ? RowPresence.Present : RowPresence.Unchanged };
            unchanged += isFirst && !isUpdated ? 1 : 0;
            if (kept == position || _request.Options.Combine is not null)
                _found.Add(rows[kept], stored);
            // The columns before them are the position, the key and the type.
            if (rows[kept].Presence == RowPresence.Present)
                Moves?.Add(rows[kept], column => GeneratedValueReader.Read(column, reader, lookup.Read.Count - moved.Count + moved.FindIndex(each => each.Name == column.Name) + 1));
        }
    }

    // Rows to insert that are equal by collation.
    private async ValueTask FindEqualAsync(KeyLookup lookup, ArraySegment<BulkRow> rows, RowLookup look)
    {
        int[] positions = [.. Enumerable.Range(0, rows.Count).Where(i => rows[i].Presence == RowPresence.Absent)];
        BulkRow[] absent = [.. positions.Select(i => rows[i])];
        Dictionary<long, int> ranks = [];
        foreach ((int at, long rank) in await look.RankAsync(lookup, absent).ConfigureAwait(false))
        {
            if (!ranks.TryAdd(rank, positions[at]))
                ranks[rank] = Keep(rows, positions[at], ranks[rank]);
        }
    }

    // Of two rows that match the same stored one, one stands for both.
    private int Keep(ArraySegment<BulkRow> rows, int one, int other)
    {
        if (_request.Options.CheckDuplicates)
            throw KeyOrder.Duplicate(rows[one], rows[other], Keys, refusal: null, _request.Options.DuplicateCure);
        (int first, int last) = rows[one].Index < rows[other].Index ? (one, other) : (other, one);
        rows[last] = _combined.Of(rows[first], rows[last]);
        rows[first] = rows[first] with { Presence = RowPresence.Superseded };
        return last;
    }

    /// <summary>The discriminator column of a table; <see langword="null" /> if there is one type only.</summary>
    public static ColumnMap? DiscriminatorOf(TableMap table)
        => table.IsAlone || table.EntityType.FindDiscriminatorProperty() is not { } property ? null : table.ColumnOf(property);

    /// <exception cref="RowValueException">The stored row that a row matches is of another type.</exception>
    public void CheckType(in BulkRow row, object? stored)
    {
        TableMap table = _groups.TableOf(row.Item);
        object? own = table.EntityType.GetDiscriminatorValue();
        // An entity's discriminator may differ from its type's value.
        if (!Equals(own, stored) && !(Discriminator!.Path is not null && Equals(Discriminator.ValueOf(row.Item, row.Entry), stored)))
        {
            throw new RowValueException(
                $"The stored row that it matches is of another type: its {Discriminator!.Name} is '{stored}', and that of a '{table.DisplayName}' is '{own}'. Delete the stored row first, or give an entity of its type.")
            { Row = row };
        }
    }

    /// <summary>The exception for a row that several stored rows match.</summary>
    public RowValueException MatchesSeveral(in BulkRow row)
        => new(
            $"Several stored rows match it by {string.Join(", ", _match.Select(column => column.Property.Name))}: the table has no unique index there, although the model does. Create the index, or match by the primary key.")
        { Row = row };
}
