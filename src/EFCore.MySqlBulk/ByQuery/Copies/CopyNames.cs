using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>The names in statements that copy rows, for raw SQL of EF Core: <c>q</c> are the rows of the query, and <c>t</c> those of the table.</summary>
/// <param name="sql">Quotes names.</param>
/// <param name="target">The table.</param>
internal sealed class CopyNames(ISqlGenerationHelper sql, TargetTable target)
{
    /// <summary>The table.</summary>
    public string Table { get; } = QueryText.Escaped(sql.DelimitIdentifier(target.Table.Name, target.Table.Schema));

    /// <summary>The columns that are copied.</summary>
    public string Columns => string.Join(", ", target.Columns.Select(column => Quote(column.Name)));

    /// <summary>Their values.</summary>
    public IEnumerable<string> Values => target.Columns.Select(Selected);

    /// <summary>What is stored of them.</summary>
    public IEnumerable<string> StoredValues => target.Columns.Select(Stored);

    /// <summary>Whether a row is stored as it was to be copied, byte by byte.</summary>
    public string IsAlike => string.Join(" AND ", target.Columns.Select(column => $"{Bytes(column, Stored(column))} <=> {Bytes(column, Selected(column))}"));

    /// <summary>Whether both have the same key.</summary>
    public string HasKey(IReadOnlyList<IProperty> key) => string.Join(" AND ", target.Columns.Where(column => key.Contains(column.Property)).Select(column => $"{Stored(column)} = {Selected(column)}"));

    /// <summary>A name, quoted.</summary>
    public string Quote(string name) => QueryText.Escaped(sql.DelimitIdentifier(name));

    private string Stored(TargetColumn column) => $"t.{Quote(column.Name)}";

    private string Selected(TargetColumn column) => $"q.{Quote(column.Source)}";

    // Collations take different texts for equal.
    private static string Bytes(TargetColumn column, string value)
        => (column.Property.GetRelationalTypeMapping() is { } mapping ? mapping.Converter?.ProviderClrType ?? mapping.ClrType : null) == typeof(string) ? $"CAST(CONVERT({value} USING utf8mb4) AS BINARY)" : value;
}
