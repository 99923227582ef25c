using System.Data.Common;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>The keys of stored rows as integers: either those that the server generated, which the entities may not hold yet, or the entities' own.</summary>
internal sealed class RowKeys
{
    private readonly KeyReader? _given;
    private readonly StatementOutcome _outcome;
    private readonly int _step;

    private RowKeys(ColumnMap column, KeyReader? given, StatementOutcome outcome, int step, ColumnMap[] others)
    {
        Column = column;
        _given = given;
        _outcome = outcome;
        _step = step;
        Others = others;
    }

    /// <summary>The column of the integer keys.</summary>
    public ColumnMap Column { get; }

    /// <summary>The key's other columns, if the server generates a part of it.</summary>
    public ColumnMap[] Others { get; }

    /// <returns>The keys, or <see langword="null" /> if they are not integers.</returns>
    public static RowKeys? Of(BulkPlan plan, StatementOutcome outcome)
    {
        if (plan.ReturnsKeys && plan.Table.AutoIncrement is { IsKey: true } counter)
            return new(counter, null, outcome, plan.Session.AutoIncrementIncrement, [.. plan.Table.Key.Where(c => c != counter)]);
        KeyReader keys = plan.Keys;
        return keys.Integer is null ? null : new(plan.KeyColumns[0], keys, outcome, 0, []);
    }

    /// <summary>A row's key; an unsigned 64-bit one as a signed integer with the same bits.</summary>
    public long KeyOf(in BulkRow row, int position)
        => _given is { Integer: { } read } ? (Column.Kind == ValueKind.UInt64 ? read(row.Item, row.Entry) ^ long.MinValue : read(row.Item, row.Entry))
        : _outcome.KeyAt(position, _step);

    /// <summary>Whether a found row has the other parts of the key too, after it was found by the generated part.</summary>
    public bool IsSame(in BulkRow row, DbDataReader reader, int from)
    {
        for (int i = 0; i < Others.Length; i++)
        {
            if (!StoredValue.IsSame(Others[i].ToProvider(Others[i].ValueOf(row.Item, row.Entry)), Others[i].ToProvider(GeneratedValueReader.Read(Others[i], reader, from + i))))
                return false;
        }

        return true;
    }
}
