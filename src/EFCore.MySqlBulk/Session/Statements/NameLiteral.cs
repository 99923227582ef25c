namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>An identifier as a text in a query of the library's own.</summary>
internal static class NameLiteral
{
    /// <summary>The text, in hexadecimal, so that no sql_mode can change its meaning.</summary>
    public static string Of(string name) => "CONVERT(0x" + Convert.ToHexString(System.Text.Encoding.UTF8.GetBytes(name)) + " USING utf8mb4)";

    /// <summary>The schema of a table; <see langword="null" /> for the connection's database.</summary>
    public static string OfSchema(string? schema) => schema is null ? "DATABASE()" : Of(schema);
}
