using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>Sends a graph whose entities are looked up, type by type: once the principals are stored or found, their keys become foreign keys.</summary>
/// <param name="parts">The parts of the attempt.</param>
/// <param name="groups">How all of them are sent.</param>
/// <param name="token">Cancels.</param>
internal sealed class TypedFeed(CallParts parts, RowGroups groups, CancellationToken token)
{
    private readonly Dictionary<IEntityType, Dictionary<object, BulkRow>> _seen = [];

    /// <summary>Sends all rows.</summary>
    /// <exception cref="BulkOperationException">Two rows have the same key.</exception>
    public async ValueTask RunAsync(IReadOnlyList<TypedRows> all)
    {
        foreach (TypedRows rows in all)
        {
            Refer(rows);
            if (rows.MayRepeat)
                CheckRepeated(rows);
            RowReader reader = rows.Request.Rows.Open(token);
            CallPart part = parts.Add(rows.Request, reader, groups.For(rows.Call), leftOut: null);
            object?[] window = new object?[Math.Min(rows.Rows.Length, Thresholds.InputWindow)];
            await part.Feed.RunAsync(window, await reader.ReadAsync(window, token).ConfigureAwait(false), rows.Rows.Length).ConfigureAwait(false);
            parts.Propagate(part);
        }

        // Dependents go first.
        foreach (CallPart part in parts.All.Where(part => part.Request.OrphansGoLast && part.Feed.Scope is not null).Reverse())
        {
            parts.Current = part;
            await part.Feed.SendOrphansAsync().ConfigureAwait(false);
        }
    }

    // An entity may be looked up by a foreign key, and if that is a shadow property, only an entry can hold it.
    private void Refer(TypedRows rows)
    {
        ReferenceLinks links = new(parts.Propagated.EntryOf, null, parts.Propagated.Remember, parts.Propagated.RememberUnset, parts.Propagated.RememberReference);
        for (int i = 0; i < rows.Rows.Length; i++)
        {
            foreach (TableMap table in TableMaps.AllOf(rows.Rows[i].Place!.Table.EntityType))
                rows.Rows[i] = Refer(rows.Request.Context, rows.Rows[i], table, links);
        }
    }

    private BulkRow Refer(DbContext context, BulkRow row, TableMap table, ReferenceLinks links)
    {
        References references = References.InGraph(table);
        RowPlace place = row.Place!;
        if (row.Entry is null && (references.NeedEntry || (place.IsHeld && references.NeedEntryFor(place)) || (place.PropagatesKey && table.Key.Any(column => column.Path is null))))
        {
            row = row with { Entry = InternalEntries.CreateUntrackedEntry(context, table.EntityType, row.Item) };
            parts.Propagated.AddUntracked(row.Entry!);
        }

        // References to rows of the same type are resolved when the row is sent.
        references.Complete(row, row.IsTracked, links, mayWait: foreignKey => foreignKey.PrincipalEntityType.GetRootType() == foreignKey.DeclaringEntityType.GetRootType());
        parts.Propagated.Refer(table, row);
        return row;
    }

    // Duplicates among rows that are sent together are found when they are sorted.
    private void CheckRepeated(TypedRows rows)
    {
        IEntityType root = rows.Request.EntityType.GetRootType();
        if (!_seen.TryGetValue(root, out Dictionary<object, BulkRow>? seen))
            seen = _seen[root] = new(Mapping.Keys.KeyComparer.Instance);
        Dictionary<object, BulkRow> now = new(Mapping.Keys.KeyComparer.Instance);
        foreach (BulkRow row in rows.Rows)
        {
            TableMap table = row.Place!.Table;
            KeyReader keys = KeyReader.By(table, table.Key);
            // A key that is still to be generated cannot be a duplicate.
            if (table.LacksKey(row) || keys.Any(row.Item, row.Entry) is not { } key)
                continue;
            if (seen.TryGetValue(key, out BulkRow other))
                throw KeyOrder.Duplicate(other, row, keys, rows.Request.Options.DuplicateCure);
            now[key] = row;
        }

        foreach ((object key, BulkRow row) in now)
            seen[key] = row;
    }
}
