using System.Data.Common;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>Values that the server generated for the rows of one statement or flight, to be written to the entities.</summary>
internal sealed class GeneratedBatch(GeneratedColumns columns, ReadOnlyMemory<BulkRow> rows, bool readsAll)
{
    private static readonly object NotRead = new();
    private readonly object[] _items = ItemsOf(rows.Span);
    private readonly object?[] _values = Unread(rows.Length * columns.Columns.Length);
    private readonly bool[] _isFound = new bool[rows.Length];

    public GeneratedColumns Columns => columns;

    /// <summary>The rows, until they are written.</summary>
    public ReadOnlyMemory<BulkRow> Rows => rows;

    /// <summary>Whether a value of the row at a position has to be read.</summary>
    public bool Wants(int position) => columns.AreWanted(rows.Span[position], readsAll);

    /// <summary>Reads the requested values of a row; they start at column 1 of the reader.</summary>
    public void Read(int position, DbDataReader reader)
    {
        BulkRow row = rows.Span[position];
        if (!Wants(position))
            return;
        _isFound[position] = true;
        for (int i = 0; i < columns.Columns.Length; i++)
        {
            if (columns.IsWanted(i, row, readsAll))
                _values[(position * columns.Columns.Length) + i] = GeneratedValueReader.Read(columns.Columns[i], reader, i + 1);
        }
    }

    /// <summary>The position of a row whose requested values were not found; -1 if there is none.</summary>
    public int Missed()
    {
        for (int position = 0; position < _isFound.Length; position++)
        {
            if (!_isFound[position] && Wants(position))
                return position;
        }

        return -1;
    }

    /// <summary>Writes the values to the entities.</summary>
    public void Write(TrackedEntries tracked)
    {
        int at = 0;
        foreach (object item in _items)
        {
            EntityEntry? entry = tracked.Of(item);
            for (int i = 0; i < columns.Columns.Length; i++)
            {
                object? value = _values[at++];
                if (value == NotRead)
                    continue;
                if (entry is null)
                    columns.Write(i, item, value);
                else
                    StoredProperty.Set(entry, columns.Columns[i].Property, value);
            }
        }
    }

    private static object[] ItemsOf(ReadOnlySpan<BulkRow> rows)
    {
        object[] items = new object[rows.Length];
        for (int i = 0; i < items.Length; i++)
            items[i] = rows[i].Item;
        return items;
    }

    private static object?[] Unread(int count)
    {
        object?[] values = new object?[count];
        Array.Fill(values, NotRead);
        return values;
    }
}
