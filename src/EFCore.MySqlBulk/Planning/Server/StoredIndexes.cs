using System.Collections.Concurrent;
using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>The indexes of a table on a server: read once for each database, and again after a call that failed. The model may name an index that the table does not have.</summary>
internal sealed class StoredIndexes
{
    private readonly ConcurrentDictionary<string, LastFound> _found = new(StringComparer.Ordinal);
    private volatile IReadOnlyList<StoredIndex>? _all;

    private StoredIndexes()
    {
    }

    /// <summary>Whether they have been read.</summary>
    public bool AreKnown => _all is not null;

    /// <summary>Whether the table's storage engine rolls a refused statement back as a whole; <see langword="null" /> if that is not known.</summary>
    public bool? AreTransactional { get; set; }

    public static StoredIndexes Of(TableMap table, ServerFacts server, SessionFacts session)
        => table.GetOrAdd((nameof(StoredIndexes), server.Identity, session.Database), static (_, _) => new StoredIndexes());

    public void Learn(IReadOnlyList<StoredIndex> all) => _all = all;

    /// <summary>Makes the next call read them again.</summary>
    public void Forget() => (_all, AreTransactional) = (null, null);

    /// <summary>The result of the last look-up by these columns.</summary>
    public LastFound FoundBy(IReadOnlyList<ColumnMap> match) => _found.GetOrAdd(string.Join(',', match.Select(column => column.Name)), static _ => new());

    /// <summary>Whether a unique index prevents two rows with the same values of these columns.</summary>
    public bool Cover(IReadOnlyList<ColumnMap> match) => _all?.Any(index => index.IsUnique && index.IsWithin(match)) == true;

    /// <summary>The name of an index that finds at most one row for values of these columns; <see langword="null" /> if none is known, or queries may not use it.</summary>
    public string? NameFor(IReadOnlyList<ColumnMap> match) => _all?.FirstOrDefault(index => index is { IsUnique: true, IsUsable: true } && index.IsWithin(match))?.Name;

    /// <summary>The name of an index whose first column this is; <see langword="null" /> if none is known, or queries may not use it.</summary>
    public string? NameFor(ColumnMap first)
        => _all?.FirstOrDefault(index => index.IsUsable && string.Equals(index.Columns[0], first.Name, StringComparison.OrdinalIgnoreCase))?.Name;
}
