using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>The keys of rows as the server stores them. Text keys that differ in .NET can be equal in a column's collation. Two of them in one
/// statement change its row count; two of them in different statements are found only here.</summary>
internal sealed class StoredKeys
{
    private readonly Dictionary<object, BulkRow> _rows = new(KeyComparer.Instance);

    /// <summary>Whether the check is needed: for keys that the column may change, and text keys, if there is more than one statement, even in one flight.</summary>
    public static bool AreNeeded(BulkPlan plan, int statementRows, int? allRows)
        => (statementRows != allRows || (statementRows > 1 && plan.Choice.Strategy.SendsRowsAlone())) && plan.KeyColumns.Any(c => c.Kind is ValueKind.Text or ValueKind.Char || StoredForm.Changes(StoredTypes.Of(plan).Of(c), c.Kind));

    /// <summary>Adds the rows of one statement.</summary>
    /// <exception cref="BulkOperationException">A row has the stored key of an earlier one.</exception>
    public async ValueTask AddAsync(
        BulkPlan plan, Connections connections, QuotedNames names, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        await new RowLookup(connections, names, io, token).FindAsync(
            KeyLookup.ByKey(plan), rows, (position, reader) => Add(plan, rows.Span[position], Read(reader, plan.KeyCells))).ConfigureAwait(false);
    }

    /// <summary>The key, which starts at column 1.</summary>
    public static object?[] Read(DbDataReader reader, int columns)
    {
        object?[] key = new object?[columns];
        for (int i = 0; i < columns; i++)
            key[i] = reader.GetValue(i + 1);
        return key;
    }

    private void Add(BulkPlan plan, BulkRow row, object?[] key)
    {
        // Rows of one call may be in several tables.
        object?[] stored = [plan.Table.Table, .. key];
        if (!_rows.TryAdd(stored, row))
            throw KeyOrder.Duplicate(_rows[stored], row, plan.Keys, ResolvedOptions.CheckDuplicatesCure);
    }
}
