using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The stored rows of a scope, read and locked once: which given rows they match, whether those differ, and which of them no given row matches.</summary>
internal sealed class ScopedRows : StoredScope
{
    private readonly BulkRequest _request;
    private readonly ContextSession _session;
    private readonly RowGroups _groups;
    private readonly FoundKeys _found;
    private readonly ExistingRows _existing;
    private readonly IOBehavior _io;
    private readonly CancellationToken _token;
    private readonly TableMap _table;
    private readonly IReadOnlyList<ColumnMap> _match;
    private readonly HashSet<object> _incomplete = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, BulkRow>? _matched;
    private readonly Dictionary<StatementShape, Func<DbDataReader, object, EntityEntry?, bool>> _comparisons = [];
    private readonly List<ColumnMap> _columns;
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private Func<DbDataReader, object, EntityEntry?, bool>? _last;
    private StatementShape _lastShape;
    private int[] _keyPlaces = [];

    public ScopedRows(BulkRequest request, ContextSession session, RowGroups groups, FoundKeys found, ExistingRows existing, IOBehavior io, CancellationToken token)
    {
        _request = request;
        _session = session;
        _groups = groups;
        _found = found;
        _existing = existing;
        _io = io;
        _token = token;
        _table = groups.Root;
        _match = MatchedColumns.Of(_table, request.Options.Match);
        StoredKeyComparer comparer = new(_table.Key);
        Orphans = new(_table, comparer);
        _matched = existing.MayBeEqual ? new(comparer) : null;
        _columns = ColumnsOf(request, _table);
    }

    public override OrphanKeys Orphans { get; }

    // Entities in several tables are looked up part by part.
    public override bool Compares => !_request.HasParts;

    public override bool ComparesReferences => Compares && _columns.Any(column => column.Property.IsForeignKey());

    /// <summary>The command that reads the scope.</summary>
    /// <param name="request">The request.</param>
    /// <param name="table">The table.</param>
    /// <param name="lockFirst">See <see cref="ScopeStatement.Locked" />.</param>
    public static DbCommand CreateCommand(BulkRequest request, TableMap table, bool lockFirst)
    {
        DbCommand command = request.Scope!.CreateCommand(request.Context, request.EntityType, ColumnsOf(request, table));
        command.CommandText = ScopeStatement.Locked(command.CommandText, lockFirst);
        return command;
    }

    /// <summary>Why only the driver can read the scope; <see langword="null" /> if it can.</summary>
    public static string? Obstacle(BulkRequest request)
    {
        using DbCommand command = CreateCommand(request, TableMaps.Of(request.EntityType), lockFirst: false);
        return CommandText.Of(command, null) is null ? "only the driver knows how to write the scope's parameters" : ConnectionSettings.Of(request.Context.Database).ReadingRefusal;
    }

    /// <summary>The columns in which a stored row may differ from a given one.</summary>
    public static IEnumerable<ColumnMap> ComparedOf(TableMap table, ResolvedOptions options)
    {
        ColumnMap[] written = BulkPlanner.UpdatedColumns(table, options, []);
        return written.Except(BulkPlanner.NotCompared(table, written, options));
    }

    public override void AddIncomplete(in BulkRow row) => _incomplete.Add(row.Item);

    public override async ValueTask<int> MatchAsync(ArraySegment<BulkRow> rows)
    {
        IReadOnlyList<int> places = [];
        Func<DbDataReader, int>? find = null;
        bool mayBeNull = _match.Any(column => column.IsNullable);
        bool keepsKeys = !ReferenceEquals(_match, _table.Key);
        ColumnMap? discriminator = _existing.Discriminator;
        int unchanged = 0;
        await ReadAsync(reader =>
        {
            if (find is null)
            {
                FindPlaces(reader);
                places = [.. _match.Select(PlaceOf)];
                find = Find(rows, ResultKey.Of(_table, _match, places));
            }

            int at = !Compares || (mayBeNull && places.Any(reader.IsDBNull)) ? -1 : find(reader);
            if (at < 0)
            {
                Orphans.Add(KeyOf(reader), column => GeneratedValueReader.Read(column, reader, PlaceOf(column)));
                return;
            }

            if (rows[at].Presence != RowPresence.Absent)
                throw _existing.MatchesSeveral(rows[at]);
            if (discriminator is not null)
                _existing.CheckType(rows[at], GeneratedValueReader.Read(discriminator, reader, PlaceOf(discriminator)));
            bool isSame = !_incomplete.Contains(rows[at].Item) && !IsInDoubt(rows[at]) && ComparisonOf(rows[at])(reader, rows[at].Item, rows[at].Entry);
            rows[at] = rows[at] with { Presence = isSame ? RowPresence.Unchanged : RowPresence.Present };
            unchanged += isSame ? 1 : 0;
            if (!isSame)
                _existing.Moves?.Add(rows[at], column => GeneratedValueReader.Read(column, reader, PlaceOf(column)));
            if (keepsKeys || _matched is not null)
                Keep(rows[at], KeyOf(reader), keepsKeys);
        }).ConfigureAwait(false);
        return unchanged;
    }

    /// <inheritdoc />
    /// <exception cref="BulkOperationException">Another row matches it too.</exception>
    /// <exception cref="RowValueException">The row is outside the scope.</exception>
    public override void Take(in BulkRow row, object key)
    {
        if (_matched?.TryGetValue(key, out BulkRow other) == true)
            throw KeyOrder.Duplicate(row, other, _existing.Keys, refusal: null);
        if (!Orphans.Remove(key))
        {
            string hidden = _request.Scope!.MayBeHidden(_request.Context, _request.EntityType) ? $" The query filter of '{_table.EntityType.GetRootType().DisplayName()}' may hide it, because it is marked as deleted for example: Scope = q => q.IgnoreQueryFilters() ignores the filter." : "";
            throw new RowValueException(
                $"The stored row that it matches by {string.Join(", ", _match.Select(column => column.Property.Name))} is outside BulkSynchronizeOptions.Scope. Widen the scope, or leave the row out.{hidden}")
            { Row = row };
        }

        _matched?.Add(key, row);
    }

    // Columns that are not compared may differ for a tracked entity, so its row is written.
    private bool IsInDoubt(in BulkRow row)
        => row.IsTracked && _existing.Updates(_groups.TableOf(row.Item)) && (_request.Options.NotCompared is not null
            || (row.Entry!.State == EntityState.Added && _groups.Of(row with { Presence = RowPresence.Present }) is var group && group.Plan.Table.Columns.Any(column => group.Rules.MayLeave(column, group.Plan))));

    private void Keep(in BulkRow row, object key, bool isNeeded)
    {
        _matched?.Add(key, row);
        if (isNeeded)
            _found.Add(row, key);
    }

    private async ValueTask ReadAsync(Action<DbDataReader> read)
    {
        if (_groups.Call.Chosen.IsPipelined)
        {
            using DbCommand inlined = CreateCommand(_request, _table, lockFirst: false);
            await _groups.Connections.HoldersOf(default)[0].Holder.QueryAsync(CommandText.Of(inlined, null)!.Text, Read, _io, _token).ConfigureAwait(false);
            return;
        }

        DbCommand query = CreateCommand(_request, _table, lockFirst: true);
        DbCommand command = _session.CreateCommand(query.CommandText);
        try
        {
            foreach (DbParameter parameter in query.Parameters.Cast<DbParameter>().ToArray())
            {
                query.Parameters.Remove(parameter);
                command.Parameters.Add(parameter);
            }

            await _session.QueryAsync(command, Read, _io, _token).ConfigureAwait(false);
        }
        finally
        {
            await query.DisposeAsync(_io).ConfigureAwait(false);
            await command.DisposeAsync(_io).ConfigureAwait(false);
        }

        bool Read(DbDataReader reader)
        {
            read(reader);
            return true;
        }
    }

    // The position of the given row with the stored one's key, or -1.
    private Func<DbDataReader, int> Find(ArraySegment<BulkRow> rows, ResultKey key)
    {
        if (_existing.Keys.Integer is { } integer && key.Integer is { } read)
        {
            Dictionary<long, int> places = Places(rows, row => integer(row.Item, row.Entry), EqualityComparer<long>.Default);
            return reader => places.TryGetValue(read(reader), out int at) ? at : -1;
        }

        Dictionary<object, int> positions = Places(rows, row => _existing.Keys.Any(row.Item, row.Entry)!, KeyComparer.Instance);
        return reader => positions.TryGetValue(key.Any(reader), out int at) ? at : -1;
    }

    private Dictionary<TKey, int> Places<TKey>(ArraySegment<BulkRow> rows, Func<BulkRow, TKey> read, IEqualityComparer<TKey> comparer)
        where TKey : notnull
    {
        Dictionary<TKey, int> places = new(rows.Count, comparer);
        for (int i = 0; i < rows.Count; i++)
        {
            if (_existing.CanMatch(rows[i]))
                places[read(rows[i])] = i;
        }

        return places;
    }

    private Func<DbDataReader, object, EntityEntry?, bool> ComparisonOf(in BulkRow row)
    {
        // Most rows have the shape of the previous row.
        StatementShape shape = _groups.TableOf(row.Item).ShapeToUpdate(row);
        if (_last is not null && shape == _lastShape)
            return _last;
        if (!_comparisons.TryGetValue(shape, out Func<DbDataReader, object, EntityEntry?, bool>? comparison))
        {
            ColumnMap[] columns = [.. ComparedOf(shape.Table, _request.Options).Where(shape.Has)];
            comparison = _comparisons[shape] = ResultComparison.Of(shape.Table, columns, [.. columns.Select(PlaceOf)]);
        }

        (_lastShape, _last) = (shape, comparison);
        return comparison;
    }

    private object KeyOf(DbDataReader reader) => GeneratedValueReader.ReadKey(_table.Key, reader, _keyPlaces)!;

    private int PlaceOf(ColumnMap column) => _places[column.Name];

    // EF Core may project the columns of parts after all others, and a column that two types share twice.
    private void FindPlaces(DbDataReader reader)
    {
        for (int i = 0; i < reader.FieldCount; i++)
            _places.TryAdd(reader.GetName(i), i);
        if (_columns.Find(column => !_places.ContainsKey(column.Name)) is { } missing)
            throw new UnreachableException($"Column '{missing.Name}' is not among those of the scope: {string.Join(", ", _places.Keys)}.");
        _keyPlaces = [.. _table.Key.Select(PlaceOf)];
    }

    // The primary key, the matched columns, the discriminator, the compared columns and the foreign keys between the rows.
    private static List<ColumnMap> ColumnsOf(BulkRequest request, TableMap table)
    {
        IEnumerable<ColumnMap> compared = request.HasParts ? [] : request.EntityType.GetConcreteDerivedTypesInclusive().SelectMany(type => ComparedOf(TableMaps.Of(type), request.Options));
        IEnumerable<ColumnMap> discriminator = ExistingRows.DiscriminatorOf(table) is { } column ? [column] : [];
        return [.. table.Key.Concat(MatchedColumns.Of(table, request.Options.Match)).Concat(discriminator).Concat(compared).Concat(UniqueMoves.ColumnsOf(request)).Concat(OrphanKeys.ColumnsOf(table)).DistinctBy(each => each.Name)];
    }
}
