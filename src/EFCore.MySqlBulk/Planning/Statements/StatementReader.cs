using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Mapping.Keys;

namespace EFCore.MySqlBulk.Planning.Statements;

/// <summary>Reads the text of <c>BulkExecute</c> and <c>BulkExecuteRaw</c>: <c>{0}</c> is a value, <c>{{</c> and <c>}}</c> are braces.</summary>
internal static class StatementReader
{
    private static readonly string[] Verbs = ["INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "CALL", "DO"];

    /// <exception cref="ArgumentException">The text is not a statement that can be run once per row with these parameters; the message says why.</exception>
    public static ExecutedStatement Read(string sql, RowParameters parameters)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(sql);
        string text = sql.Trim().TrimEnd(';').TrimEnd();
        CheckVerb(text);
        List<string> segments = [];
        List<int> order = [];
        StringBuilder segment = new();
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c is '{' or '}' && i + 1 < text.Length && text[i + 1] == c)
            {
                segment.Append(c);
                i++;
            }
            else if (c == '{')
            {
                order.Add(Index(text, ref i, parameters.Values.Count));
                segments.Add(segment.ToString());
                segment.Clear();
            }
            else
            {
                segment.Append(c != '}' ? c : throw new ArgumentException($"The SQL has an unmatched '}}' at position {i}; write '}}}}' for a literal brace."));
            }
        }

        segments.Add(segment.ToString());
        CheckUse(order, parameters.Values.Count);
        CheckQuotes(segments);
        CheckSingle(segments);
        CheckMarks(segments);
        return new(new(segments), order, parameters);
    }

    private static int Index(string text, ref int at, int count)
    {
        int end = text.IndexOf('}', at);
        ReadOnlySpan<char> number = end < 0 ? default : text.AsSpan(at + 1, end - at - 1);
        if (number.IndexOfAny(',', ':') is > 0 and var format && int.TryParse(number[..format], NumberStyles.None, CultureInfo.InvariantCulture, out _))
            throw new ArgumentException($"The placeholder {{{number}}} of the SQL has a width or a format, but values are sent as values, not as text. Leave it out.");
        if (!int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int index))
            throw new ArgumentException($"The '{{' at position {at} of the SQL does not start a placeholder such as {{0}}; write '{{{{' for a literal brace.");
        if (index >= count)
            throw new ArgumentException($"The SQL uses the placeholder {{{index}}}, but each row supplies {count} {(count == 1 ? "value" : "values")}, numbered from {{0}}.");
        at = end;
        return index;
    }

    private static void CheckUse(List<int> order, int count)
    {
        if (Enumerable.Range(0, count).Except(order).ToArray() is [int unused, ..])
            throw new ArgumentException($"Each row supplies {count} {(count == 1 ? "value" : "values")}, but the SQL never uses {{{unused}}}. Use the placeholder, or leave the value out.");
    }

    // A statement that begins or ends a transaction, or changes the schema, would break the call's atomicity.
    private static void CheckVerb(string text)
    {
        int at = StatementText.SkipComments(text);
        string verb = new([.. text.AsSpan(at).ToString().TakeWhile(char.IsAsciiLetter)]);
        if (!Verbs.Contains(verb, StringComparer.OrdinalIgnoreCase))
            throw new ArgumentException($"BulkExecute runs {string.Join(", ", Verbs)} statements; the SQL starts with '{(verb.Length > 0 ? verb : text[at..Math.Min(text.Length, at + 10)])}'.");
    }

    // Only MultiStatement could run several statements, and it would assign outcomes to the wrong rows.
    private static void CheckSingle(List<string> segments)
    {
        if (IsOutside(';', segments))
            throw new ArgumentException("The SQL contains several statements, separated by ';', and BulkExecute runs one statement per row. Make a separate call for each, in a transaction of your own.");
    }

    // Drivers and the server treat it as a placeholder, for which there is no value.
    private static void CheckMarks(List<string> segments)
    {
        if (IsOutside('?', segments))
            throw new ArgumentException("The SQL has a '?' outside quotes. Refer to the values of a row as {0}, {1} and so on.");
    }

    // This does not depend on the meaning of a backslash.
    private static bool IsOutside(char mark, List<string> segments)
        => StatementText.Has(mark, segments, backslashEscapes: true) && StatementText.Has(mark, segments, backslashEscapes: false);

    // A value is sent as a parameter or a complete literal; inside quotes it would be neither. The meaning of a backslash depends on sql_mode, so a
    // placeholder must be outside quotes in both modes.
    private static void CheckQuotes(List<string> segments)
    {
        if (StatementText.EndsInside(segments, backslashEscapes: true) || StatementText.EndsInside(segments, backslashEscapes: false))
            throw new ArgumentException("The SQL has a placeholder inside quotes or a comment. Values need no quotes: write name = {0}.");
    }
}
