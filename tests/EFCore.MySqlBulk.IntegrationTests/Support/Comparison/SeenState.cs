using System.Collections;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Comparison;

/// <summary>What a context tracks, what its tables hold and what a save has thrown, as lines of text.</summary>
internal static class SeenState
{
    /// <summary>Every tracked entity: its state, the current and original values, what its navigations lead to.</summary>
    public static IEnumerable<string> Tracked(DbContext context)
        => context.ChangeTracker.Entries().ToArray().Select(Shown).Order(StringComparer.Ordinal);

    /// <summary>Every row of every table, in bytes.</summary>
    public static async Task<List<string>> StoredAsync(TestDatabase database, DbContext context)
    {
        List<string> lines = [];
        foreach (ITable table in context.Model.GetRelationalModel().Tables.OrderBy(table => table.Name, StringComparer.Ordinal))
        {
            string[] columns = [.. table.Columns.Select(column => column.Name).Order(StringComparer.Ordinal)];
            // CONCAT shows numbers and times as text, which HEX alone rounds.
            string shown = string.Join(", ", columns.Select(column => $"HEX(CONCAT(`{column}`))"));
            string order = string.Join(", ", Enumerable.Range(1, columns.Length));
            foreach (object?[] row in await database.QueryAsync($"SELECT {shown} FROM `{table.Name}` ORDER BY {order}"))
                lines.Add($"{table.Name} {string.Join(' ', columns.Zip(row, (column, value) => $"{column}={value ?? "NULL"}"))}");
        }

        return lines;
    }

    public static string Thrown(Exception exception, TestDatabase database)
    {
        string entries = exception is DbUpdateException { Entries: { } at } ? string.Join(" & ", at.Select(entry => $"{Name(entry)} {entry.State}")) : "";
        return $"{exception.GetType().Name}: {exception.Message} [{exception.Cause()?.GetType().Name}: {exception.Cause()?.Message.Replace(database.Name, "database", StringComparison.Ordinal)}] {entries}";
    }

    private static string Shown(EntityEntry entry)
    {
        IEnumerable<string> values = Values(entry.Properties, entry.ComplexProperties);
        IEnumerable<string> targets = entry.Navigations.Select(navigation => $"{navigation.Metadata.Name}→{Targets(entry.Context, navigation.CurrentValue)}");
        return $"{Name(entry)} {entry.State} {string.Join(' ', values)} {string.Join(' ', targets)}";
    }

    private static IEnumerable<string> Values(IEnumerable<PropertyEntry> properties, IEnumerable<ComplexPropertyEntry> complex)
    {
        foreach (PropertyEntry property in properties)
        {
            string flags = (property.IsModified ? "M" : "") + (property.IsTemporary ? "T" : "");
            yield return $"{property.Metadata.Name}={Current(property)}/{Original(property)}{flags}";
        }

        foreach (ComplexPropertyEntry part in complex)
            yield return $"{part.Metadata.Name}({(part.CurrentValue is null ? "null" : string.Join(' ', Values(part.Properties, part.ComplexProperties)))})";
    }

    private static string Targets(DbContext context, object? value) => value switch
    {
        null => "null",
        // Property bags are enumerable too.
        IEnumerable many and not IDictionary<string, object> => $"[{string.Join(',', many.Cast<object>().Select(item => Name(context, item)).Order(StringComparer.Ordinal))}]",
        _ => Name(context, value),
    };

    private static string Name(DbContext context, object entity)
        => context.ChangeTracker.Entries().FirstOrDefault(entry => ReferenceEquals(entry.Entity, entity)) is { } entry ? Name(entry) : "untracked";

    private static string Name(EntityEntry entry)
        => $"{entry.Metadata.DisplayName()}#{string.Join('.', entry.Metadata.FindPrimaryKey()!.Properties.Select(key => Current(entry.Property(key.Name))))}";

    // Temporary values are counted up, over all contexts.
    private static string Current(PropertyEntry property) => property.IsTemporary ? "temporary" : Text(property.CurrentValue);

    private static string Original(PropertyEntry property) => property.IsTemporary ? "temporary" : Text(property.OriginalValue);

    /// <summary>A value, whatever the culture.</summary>
    public static string Text(object? value) => value switch
    {
        null => "null",
        byte[] bytes => Convert.ToHexString(bytes),
        string text => $"\"{text}\"",
        // An equal value that is read back does not replace the one that a property has, whatever its zeros at the end.
        decimal number => (number == 0 ? 0 : number).ToString("0.#############################", CultureInfo.InvariantCulture),
        IFormattable number => number.ToString(value is DateTime or DateTimeOffset ? "O" : null, CultureInfo.InvariantCulture),
        System.Text.Json.JsonDocument document => document.RootElement.GetRawText(),
        IEnumerable many => $"[{string.Join(',', many.Cast<object?>().Select(Text))}]",
        _ => $"{value}",
    };
}
