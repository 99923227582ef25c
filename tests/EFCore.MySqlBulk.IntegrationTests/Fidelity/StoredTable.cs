namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>A table's rows, each value in bytes.</summary>
internal sealed record StoredTable(string Name, string[] Columns, List<string?[]> Rows);
