namespace EFCore.MySqlBulk.Planning.Statements;

/// <summary>Parses quotes and comments of SQL.</summary>
internal static class StatementText
{
    /// <summary>The position of the first word.</summary>
    public static int SkipComments(string text)
    {
        int at = 0;
        while (at < text.Length)
        {
            int end = char.IsWhiteSpace(text[at]) || text[at] == '(' ? at + 1 : EndOfComment(text, at);
            if (end == at)
                break;
            at = end;
        }

        return Math.Min(at, text.Length);
    }

    /// <summary>Whether any segment but the last ends inside quotes or a comment.</summary>
    public static bool EndsInside(IReadOnlyList<string> segments, bool backslashEscapes)
        => segments.SkipLast(1).Any(segment => Read(segment, backslashEscapes).EndsInside);

    /// <summary>Whether a character occurs outside quotes and comments; each segment starts outside.</summary>
    public static bool Has(char mark, IReadOnlyList<string> segments, bool backslashEscapes)
        => segments.Any(segment => Read(segment, backslashEscapes, mark).HasMark);

    private static (bool EndsInside, bool HasMark) Read(string text, bool backslashEscapes, char mark = ';')
    {
        bool hasMark = false;
        for (int at = 0; at < text.Length;)
        {
            hasMark |= text[at] == mark;
            int end = text[at] is '\'' or '"' or '`' ? EndOfQuotes(text, at, backslashEscapes && text[at] != '`') : EndOfComment(text, at);
            if (end > text.Length)
                return (true, hasMark);
            at = Math.Max(end, at + 1);
        }

        return (false, hasMark);
    }

    // Returns a position beyond the end of the text if the quotes are not closed. A doubled quote closes and opens again, with the same effect.
    private static int EndOfQuotes(string text, int at, bool backslashEscapes)
    {
        for (int i = at + 1; i < text.Length; i++)
        {
            if (backslashEscapes && text[i] == '\\')
                i++;
            else if (text[i] == text[at])
                return i + 1;
        }

        return text.Length + 1;
    }

    // Returns the same position if no comment starts there, and one beyond the end of the text if the comment is not closed.
    private static int EndOfComment(string text, int at)
    {
        ReadOnlySpan<char> rest = text.AsSpan(at);
        if (rest.StartsWith("/*", StringComparison.Ordinal))
            return Beyond(text.IndexOf("*/", at + 2, StringComparison.Ordinal), 2, text);
        bool isLine = rest[0] == '#' || (rest.StartsWith("--", StringComparison.Ordinal) && (rest.Length == 2 || char.IsWhiteSpace(rest[2])));
        return isLine ? Beyond(text.IndexOf('\n', at), 1, text) : at;
    }

    private static int Beyond(int found, int length, string text) => found < 0 ? text.Length + 1 : found + length;
}
