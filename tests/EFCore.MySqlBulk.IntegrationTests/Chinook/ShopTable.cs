using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>The rows of a table.</summary>
/// <param name="Name">The table.</param>
/// <param name="Columns">Its columns.</param>
/// <param name="Rows">The bytes of each value in hexadecimal.</param>
internal sealed record ShopTable(string Name, IReadOnlyList<IProperty> Columns, List<string?[]> Rows)
{
    /// <summary>The place of the generated key.</summary>
    public int KeyColumn { get; } = Columns.ToList().FindIndex(column => column.IsPrimaryKey());

    /// <summary>The place of the text that is unique; -1 if there is none.</summary>
    public int NameColumn { get; } = Columns.ToList().FindIndex(
        column => column.ClrType == typeof(string) && column.GetContainingIndexes().Any(index => index is { IsUnique: true, Properties.Count: 1 }));

    public static async Task<ShopTable> ReadAsync(DbContext context, IEntityType type)
    {
        IProperty[] columns = [.. type.GetProperties()];
        // The text of a number or a date, as bytes: HEX of the number itself would round it.
        IEnumerable<string> bytes = columns.Select(column => $"HEX(CAST(`{column.GetColumnName()}` AS BINARY))");
        List<object?[]> rows = await TestDatabase.QueryAsync(context, $"SELECT {string.Join(", ", bytes)} FROM `{type.GetTableName()}`");
        return new(type.GetTableName()!, columns, [.. rows.Select(row => row.Select(value => (string?)value).ToArray())]);
    }
}
