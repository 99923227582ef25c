using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Rows of one table that must not share a statement, because EF Core orders one before another and the server may process the rows of a
/// statement in any order: an update that takes over a unique value from another row, or a delete of a row that another deleted row refers to.
/// Inserts are processed in order.</summary>
internal sealed class RowDependency
{
    private readonly (IColumn[] Before, IColumn[] After)[] _values;
    private readonly HashSet<object>[] _seen;

    private RowDependency((IColumn[], IColumn[])[] values)
    {
        _values = values;
        _seen = [.. values.Select(_ => new HashSet<object>(Mapping.Keys.KeyComparer.Instance))];
    }

    /// <returns><see langword="null" /> if the commands of the table map cannot depend on each other.</returns>
    public static RowDependency? Of(CommandTable table, ITable target)
    {
        (IColumn[], IColumn[])[] values = table.State switch
        {
            EntityState.Modified => [.. UniqueValues(table, target).Select(columns => (columns, columns))],
            EntityState.Deleted => [.. target.ForeignKeyConstraints.Where(key => key.PrincipalTable == target)
                .Select(key => (key.Columns.ToArray(), key.PrincipalColumns.ToArray()))],
            EntityState.Added => [],
            _ => throw new System.Diagnostics.UnreachableException($"{table.State} is not saved."),
        };
        return values.Length > 0 ? new(values) : null;
    }

    /// <summary>Adds a command to those that share a statement. Returns false if it depends on one of them.</summary>
    public bool TryAdd(IReadOnlyModificationCommand command)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            // A deleted row has only original values.
            if (ValueOf(command, _values[i].After, isOriginal: command.EntityState == EntityState.Deleted) is { } after && _seen[i].Contains(after))
                return false;
        }

        for (int i = 0; i < _values.Length; i++)
        {
            if (ValueOf(command, _values[i].Before, isOriginal: true) is { } before)
                _seen[i].Add(before);
        }

        return true;
    }

    private static IEnumerable<IColumn[]> UniqueValues(CommandTable table, ITable target)
    {
        HashSet<string> written = [.. table.Columns.Where(column => column.IsUpdatable).Select(column => column.Name)];
        return target.UniqueConstraints.Select(constraint => constraint.Columns)
            .Concat(target.Indexes.Where(index => index.IsUnique).Select(index => index.Columns))
            .Where(columns => columns.Any(column => written.Contains(column.Name)))
            .Select(columns => columns.ToArray());
    }

    // NULL equals nothing.
    private static object? ValueOf(IReadOnlyModificationCommand command, IColumn[] columns, bool isOriginal)
    {
        object?[] values = new object?[columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            if ((values[i] = ValueOf(command, columns[i], isOriginal)) is null)
                return null;
        }

        return values;
    }

    private static object? ValueOf(IReadOnlyModificationCommand command, IColumn column, bool isOriginal)
    {
        foreach (IUpdateEntry entry in command.Entries)
        {
            if (column.FindColumnMapping(entry.EntityType)?.Property is { } property)
                return isOriginal ? entry.GetOriginalProviderValue(property) : entry.GetCurrentProviderValue(property);
        }

        return null;
    }
}
