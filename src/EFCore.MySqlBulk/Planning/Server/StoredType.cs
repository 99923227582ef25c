using System.Globalization;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>The type that a column has on the server, which may be another than the model's.</summary>
/// <param name="Name">The type without arguments, in lower case, such as <c>decimal</c>.</param>
/// <param name="Arguments">Its arguments, if they are numbers.</param>
/// <param name="Collation">The collation of text.</param>
internal sealed record StoredType(string Name, IReadOnlyList<int> Arguments, string? Collation)
{
    /// <summary>The first argument: a length, or the digits of a second.</summary>
    public int Length => Arguments.Count > 0 ? Arguments[0] : 0;

    /// <summary>The digits after the decimal point.</summary>
    public int Scale => Arguments.Count > 1 ? Arguments[1] : 0;

    /// <summary>The character set of text.</summary>
    public string? CharacterSet => Collation?.Split('_')[0];

    /// <summary>Whether the column's character set lacks characters of Unicode.</summary>
    public bool IsNarrow => CharacterSet is not (null or "binary" or "utf8" or "utf8mb3" or "utf8mb4" or "ucs2" or "utf16" or "utf16le" or "utf32");

    /// <summary>Parses a type as in <c>SHOW FULL COLUMNS</c>, such as <c>decimal(10,2) unsigned</c>.</summary>
    public static StoredType Parse(string text, string? collation)
    {
        int open = text.IndexOf('(', StringComparison.Ordinal);
        int close = open < 0 ? -1 : text.IndexOf(')', open);
        string[] arguments = close < 0 ? [] : text[(open + 1)..close].Split(',');
        int[] numbers = [.. arguments.Select(each => int.TryParse(each, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : -1)];
        string name = (open < 0 ? text : text[..open]).Split(' ')[0].ToLowerInvariant();
        return new(name, numbers.Contains(-1) ? [] : numbers, collation);
    }
}
