namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>What is known about the context's session; read by each call, because it may change between two calls.</summary>
/// <param name="SqlMode">Its <c>sql_mode</c>.</param>
/// <param name="CharacterSets">Its <c>character_set_client</c> and <c>character_set_connection</c>, separated by a space.</param>
/// <param name="AutoIncrementIncrement">The step between generated keys.</param>
/// <param name="Database">Its current database.</param>
internal sealed record SessionFacts(string SqlMode, string CharacterSets, int AutoIncrementIncrement, string Database)
{
    /// <summary>Whether <c>sql_safe_updates</c> is on: the server refuses updates and deletes that do not use a key. MariaDB treats a join with a list as one of those.</summary>
    public bool IsSafe { get; init; }

    /// <summary>Whether <c>sql_select_limit</c> is set: the server returns only the first rows of a query, so that look-ups would miss the others.</summary>
    public bool IsLimited { get; init; }

    /// <summary>Whether strict mode is on: the server refuses values that do not fit, instead of changing them with a warning.</summary>
    public bool IsStrict => IsStrictMode(SqlMode);

    private bool IsStrictForAll => SqlMode.Contains("STRICT_ALL_TABLES", StringComparison.OrdinalIgnoreCase);

    /// <summary>The same of an <c>sql_mode</c>.</summary>
    public static bool IsStrictMode(string sqlMode)
        => sqlMode.Contains("STRICT_TRANS_TABLES", StringComparison.OrdinalIgnoreCase) || sqlMode.Contains("STRICT_ALL_TABLES", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether text reaches the server unchanged. Otherwise it must be sent in hexadecimal, and not as a parameter.</summary>
    public bool TextIsUtf8 => CharacterSets.Equals("utf8mb4 utf8mb4", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether a driver that writes parameters into an unprepared statement may double backslashes that the server then keeps.</summary>
    public bool KeepsBackslashes => SqlMode.Contains("NO_BACKSLASH_ESCAPES", StringComparison.OrdinalIgnoreCase);

    /// <summary>The same facts with a strict session.</summary>
    public SessionFacts Strict() => IsStrict ? this : StrictForAll();

    private SessionFacts StrictForAll() => this with { SqlMode = IsStrictForAll ? SqlMode : $"{SqlMode},STRICT_ALL_TABLES".TrimStart(',') };
}
