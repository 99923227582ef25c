using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>Every row of every table, with the bytes of every column.</summary>
internal sealed class ShopTables
{
    private readonly List<ShopTable> _tables = [];

    private ShopTables()
    {
    }

    /// <summary>The number of rows.</summary>
    public int Rows => _tables.Sum(table => table.Rows.Count);

    /// <summary>Reads all tables.</summary>
    public static async Task<ShopTables> ReadAsync(TestDatabase database)
    {
        ShopTables all = new();
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        foreach (IEntityType type in context.Model.GetEntityTypes())
            all._tables.Add(await ShopTable.ReadAsync(context, type));
        return all;
    }

    /// <summary>Asserts that both hold the same rows.</summary>
    /// <param name="expected">What is expected.</param>
    /// <param name="actual">What there is.</param>
    /// <param name="withKeys">The generated keys are the same too. Otherwise each stands for the unique name in its row.</param>
    /// <returns>The number of values that were compared.</returns>
    public static int AssertEqual(ShopTables expected, ShopTables actual, bool withKeys)
    {
        Assert.Equal(11, expected._tables.Count);
        Assert.Equal(11, actual._tables.Count);
        int cells = 0;
        foreach ((ShopTable one, ShopTable other) in expected._tables.Zip(actual._tables))
        {
            Assert.Equal(one.Name, other.Name);
            List<string> rows = expected.Shown(one, withKeys);
            List<string> found = actual.Shown(other, withKeys);
            Assert.True(rows.SequenceEqual(found), $"{one.Name}: {Difference(rows, found)}");
            cells += rows.Count * one.Columns.Count;
        }

        return cells;
    }

    private List<string> Shown(ShopTable table, bool withKeys)
    {
        Func<string, string>?[] names = [.. table.Columns.Select(column => withKeys ? null : NamesOf(table, column))];
        return [.. table.Rows.Select(row => string.Join('|', row.Select((value, i) => value is null ? "NULL" : names[i]?.Invoke(value) ?? value))).Order(StringComparer.Ordinal)];
    }

    // The unique names behind the keys that a column holds.
    private Func<string, string>? NamesOf(ShopTable table, IProperty column)
    {
        IEntityType? type = column.GetContainingForeignKeys().SingleOrDefault()?.PrincipalEntityType ?? (column.IsPrimaryKey() && table.NameColumn >= 0 ? (IEntityType)column.DeclaringType : null);
        if (type is null)
            return null;
        ShopTable named = _tables.Single(other => other.Name == type.GetTableName());
        Dictionary<string, string> names = named.Rows.ToDictionary(row => row[named.KeyColumn]!, row => row[named.NameColumn]!);
        return key => names[key];
    }

    private static string Difference(List<string> expected, List<string> actual)
        => $"{expected.Count} rows expected, {actual.Count} found. Missing: {string.Join("; ", expected.Except(actual).Take(3))}. Too many: {string.Join("; ", actual.Except(expected).Take(3))}";
}
