namespace EFCore.MySqlBulk.Planning;

/// <summary>What is known of the context's session; read anew by each call, because anyone may change it between two.</summary>
/// <param name="SqlMode">Its <c>sql_mode</c>.</param>
/// <param name="CharacterSet">Its <c>character_set_client</c>.</param>
/// <param name="AutoIncrementIncrement">The step between generated keys.</param>
/// <param name="Database">Its current database.</param>
internal sealed record SessionFacts(string SqlMode, string CharacterSet, int AutoIncrementIncrement, string Database)
{
    /// <summary>The server refuses values that do not fit; otherwise it alters them with a warning.</summary>
    public bool IsStrict
        => SqlMode.Contains("STRICT_TRANS_TABLES", StringComparison.OrdinalIgnoreCase)
            || SqlMode.Contains("STRICT_ALL_TABLES", StringComparison.OrdinalIgnoreCase);

    public bool TextIsUtf8 => CharacterSet.StartsWith("utf8mb4", StringComparison.OrdinalIgnoreCase);
}
