using System.Data.Common;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Reads values that the server generated, other than keys, back to the entities, by key.</summary>
internal static class GeneratedValues
{
    public static async ValueTask ReadAsync(
        BulkPlan plan, Connections connections, QuotedNames names, BulkRow[] rows, IOBehavior io, CancellationToken token)
    {
        ColumnMap[] columns = [.. plan.Table.Columns.Where(c => IsGenerated(c, plan.Operation) && (c.Path is not null || rows.Any(row => row.IsTracked)))];
        if (columns.Length == 0)
            return;
        RowCell[] key = [.. plan.Table.Key.Select(c => new RowCell(c))];
        BulkPlan byKey = plan with { Shape = new(plan.Table, key), KeyCells = key.Length, TokenCells = 0 };
        Action<object, object?>?[] writers = [.. columns.Select(c => c.Path is null ? null : ColumnAccess.CompileWriter(c, plan.Table.EntityType.ClrType))];
        await RowLookup.FindAsync(
            byKey, connections, names, rows, columns, locked: false,
            (position, reader) => Write(rows[position], columns, writers, reader), io, token).ConfigureAwait(false);
    }

    private static bool IsGenerated(ColumnMap column, BulkOperation operation)
        => column.Origin == ValueOrigin.Server || (operation == BulkOperation.Insert && column.Origin == ValueOrigin.StoreDefault);

    private static void Write(BulkRow row, ColumnMap[] columns, Action<object, object?>?[] writers, DbDataReader reader)
    {
        for (int i = 0; i < columns.Length; i++)
        {
            object? value = GeneratedValueReader.Read(columns[i], reader, i + 1);
            if (!row.IsTracked)
                writers[i]?.Invoke(row.Item, value);
            else
                TrackerFixup.SetStored(row.Entry!, columns[i].Property, value);
        }
    }
}
