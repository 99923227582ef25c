using System.Collections.Concurrent;
using System.Text;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>The columns that some of EF Core's modification commands for one table share. The commands are the rows: EF Core has resolved the mapping
/// behind them.</summary>
internal sealed class CommandTable : TableMap
{
    private const string AnnotationName = "EFCore.MySqlBulk:CommandTables";

    // Updates of n properties may have 2ⁿ sets of columns.
    private const int MaxTables = 1_000;

    private CommandTable(IReadOnlyModificationCommand command, CommandColumn[] columns)
        : base(command.Entries[0].EntityType, command.Table!, columns)
    {
        State = command.EntityState;
        CommandColumns = columns;
        if (AutoIncrement is CommandColumn counter)
            KeyWriter = (row, key) => counter.Write(row, KeyFromInteger(key));
    }

    /// <summary>The commands' state: added, modified or deleted.</summary>
    public EntityState State { get; }

    public IReadOnlyList<CommandColumn> CommandColumns { get; }

    public override Action<object, long>? KeyWriter { get; }

    public override Action<object, object?> WriterOf(ColumnMap column) => ((CommandColumn)column).Write;

    /// <summary>The map for a command; cached on its table.</summary>
    /// <param name="command">The command.</param>
    /// <param name="refusal">Why there is none.</param>
    public static CommandTable? Of(IReadOnlyModificationCommand command, out string refusal)
    {
        refusal = Refusal(command) ?? "";
        if (refusal.Length > 0)
            return null;
        ConcurrentDictionary<string, CommandTable> tables = command.Table!.GetOrAddRuntimeAnnotationValue(
            AnnotationName, static _ => new ConcurrentDictionary<string, CommandTable>(StringComparer.Ordinal), (object?)null);
        string signature = Signature(command);
        if (tables.TryGetValue(signature, out CommandTable? found) && found.Fits(command))
            return found;
        if (tables.Count >= MaxTables)
            tables.Clear();
        return tables[signature] = new(command, [.. command.ColumnModifications.Select((column, i) => new CommandColumn(column, MemberOf(command, column)!, i, IsCounter(column)))]);
    }

    /// <summary>Whether another command has the same columns and can share a statement.</summary>
    public bool Fits(IReadOnlyModificationCommand command)
    {
        if (command.EntityState != State || command.TableName != Table || command.Schema != Schema || command.StoreStoredProcedure is not null)
            return false;
        IReadOnlyList<IColumnModification> columns = command.ColumnModifications;
        if (columns.Count != CommandColumns.Count)
            return false;
        for (int i = 0; i < columns.Count; i++)
        {
            if (!CommandColumns[i].IsSame(columns[i]))
                return false;
        }

        return true;
    }

    private static string? Refusal(IReadOnlyModificationCommand command)
    {
        if (command.StoreStoredProcedure is not null)
            return "a stored procedure is called";
        if (command.Table is null || command.Entries.Count == 0)
            return "the command has no table of the model";
        IReadOnlyList<IColumnModification> columns = command.ColumnModifications;
        if (columns.Any(column => MemberOf(command, column) is null || column.TypeMapping is null || !CommandColumn.IsWhole(column)))
            return "a part of a JSON document is written";
        return command.EntityState switch
        {
            EntityState.Added when !columns.Any(column => column.IsWrite) => "no column is written",
            EntityState.Added when columns.Any(column => column.IsKey && !column.IsWrite && !IsCounter(column)) => "the key comes from a default of the database",
            EntityState.Added when columns.Count(column => column.IsKey && IsCounter(column)) > 1 => "the server generates several columns of the key",
            EntityState.Added => null,
            EntityState.Modified or EntityState.Deleted when !columns.Any(column => column is { IsKey: true, IsCondition: true }) => "the row is not found by a key",
            EntityState.Modified when columns.Any(column => column is { IsKey: true, IsWrite: true }) => "the key is written",
            EntityState.Modified or EntityState.Deleted => null,
            _ => $"the command's state is {command.EntityState}",
        };
    }

    private static IPropertyBase? MemberOf(IReadOnlyModificationCommand command, IColumnModification column)
        => column.Property ?? (column.JsonPath is null ? null : command.Entries.Select(entry => JsonColumn.MemberOf(entry.EntityType, column.ColumnName)).FirstOrDefault(member => member is not null));

    private static bool IsCounter(IColumnModification column)
        => column is { IsKey: true, IsRead: true, IsWrite: false, Property: { } property }
            && property.FindContainingPrimaryKey() is { } key && ValueOrigins.Counter(key) == property;

    private static string Signature(IReadOnlyModificationCommand command)
    {
        StringBuilder text = new();
        text.Append((int)command.EntityState).Append(command.Entries[0].EntityType.Name);
        foreach (IColumnModification column in command.ColumnModifications)
        {
            int flags = (column.IsWrite ? 1 : 0) | (column.IsRead ? 2 : 0) | (column.IsCondition ? 4 : 0) | (column.IsKey ? 8 : 0);
            text.Append('\0').Append(column.ColumnName).Append('\0').Append(flags);
        }

        return text.ToString();
    }
}
