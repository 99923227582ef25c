using System.Data.Common;
using System.Globalization;
using System.Text;

namespace EFCore.MySqlBulk.Sql;

/// <summary>The text of a command with its parameters' values as literals, and gaps for the changing one.</summary>
internal sealed class CommandText
{
    private readonly IReadOnlyList<string> _segments;

    private CommandText(IReadOnlyList<string> segments) => _segments = segments;

    /// <summary>Reads a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="changing">The value of the parameter that changes; <see langword="null" /> if none does.</param>
    /// <returns><see langword="null" /> if the driver might send another text: with a backslash, a comment, or a value that only the driver can write.</returns>
    public static CommandText? Of(DbCommand command, string? changing)
    {
        string text = command.CommandText;
        List<string> segments = [];
        StringBuilder segment = new(text.Length);
        for (int i = 0, end; i < text.Length; i = end)
        {
            end = EndOfToken(text, i);
            if (end == 0 || ValueOf(command, text.AsSpan(i, end - i), changing) is not { } written)
                return null;
            if (ReferenceEquals(written, changing))
            {
                segments.Add(segment.ToString());
                segment.Clear();
            }
            else
                segment.Append(written);
        }

        segments.Add(segment.ToString());
        return new(segments);
    }

    /// <summary>The text, if no parameter changes.</summary>
    public string Text => _segments.Single();

    /// <summary>The text with a value that needs no escaping.</summary>
    public string With(string value) => string.Join($"'{value}'", _segments);

    // Zero for a character that is not supported.
    private static int EndOfToken(string text, int start) => text[start] switch
    {
        '\'' or '"' or '`' => text.IndexOf(text[start], start + 1) + 1,
        '@' => EndOfName(text, start + 1),
        '-' when IsComment(text.AsSpan(start)) => Math.Max(text.IndexOf('\n', start), 0),
        '\\' or '#' or '?' => 0,
        '/' when text.AsSpan(start).StartsWith("/*") => 0,
        _ => start + 1,
    };

    private static bool IsComment(ReadOnlySpan<char> text) => text.StartsWith("-- ");

    // The changing value is returned as it is, as the mark of its gap.
    private static string? ValueOf(DbCommand command, ReadOnlySpan<char> token, string? changing)
        => token[0] == '@' ? ParameterOf(command, token) is not { } parameter ? null : parameter.Value is string text && text == changing ? changing : Literal(parameter.Value)
        : IsComment(token) ? ""
        : token.Contains('\\') ? null
        : token.ToString();

    private static int EndOfName(string text, int start)
    {
        int end = start;
        while (end < text.Length && (char.IsAsciiLetterOrDigit(text[end]) || text[end] is '_' or '$'))
            end++;
        return end == start ? 0 : end;
    }

    private static DbParameter? ParameterOf(DbCommand command, ReadOnlySpan<char> name)
    {
        foreach (DbParameter parameter in command.Parameters)
        {
            if (parameter.ParameterName.AsSpan().TrimStart('@').Equals(name[1..], StringComparison.Ordinal))
                return parameter;
        }

        return null;
    }

    private static string? Literal(object? value) => value switch
    {
        null or DBNull => "NULL",
        bool truth => truth ? "1" : "0",
        sbyte or byte or short or ushort or int or uint or long or ulong or decimal => Convert.ToString(value, CultureInfo.InvariantCulture),
        string text when text.AsSpan().IndexOfAny('\\', '\0') < 0 => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'",
        _ => null,
    };
}
