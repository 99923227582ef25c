using System.Text;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>The string literals of a C# file as a user sees them: concatenated literals are one, and an interpolated value is <c>…</c>.</summary>
internal sealed class Literals
{
    private readonly string _code;
    private readonly List<string> _all = [];
    private int _at;

    private Literals(string code) => _code = code;

    public static IReadOnlyList<string> Of(string code)
    {
        Literals literals = new(code);
        literals.ReadCode(isHole: false);
        return literals._all;
    }

    // Up to the end, or to the brace that ends an interpolated value.
    private void ReadCode(bool isHole)
    {
        StringBuilder? text = null;
        for (int depth = 0; _at < _code.Length;)
        {
            if (Literal() is { } literal)
            {
                (text ??= new()).Append(literal);
                continue;
            }

            char current = _code[_at++];
            if (current == '/' && _at < _code.Length && _code[_at] is '/')
            {
                int end = _code.IndexOf('\n', _at);
                _at = end < 0 ? _code.Length : end;
                continue;
            }

            if (current == '\'')
                SkipCharacter();
            if (!char.IsWhiteSpace(current) && current != '+')
                End();
            if (isHole && current == '{')
                depth++;
            else if (isHole && current == '}' && depth-- == 0)
                break;
        }

        End();

        void End()
        {
            if (text is not null)
                _all.Add(text.ToString());
            text = null;
        }
    }

    private string? Literal()
    {
        int start = _at;
        while (start < _code.Length && _code[start] is '$' or '@')
            start++;
        if (start >= _code.Length || _code[start] != '"')
            return null;
        string prefix = _code[_at..start];
        if (string.CompareOrdinal(_code, start, "\"\"\"", 0, 3) == 0)
            return Raw(start + 3);
        _at = start + 1;
        return Quoted(hasHoles: prefix.Contains('$', StringComparison.Ordinal), isVerbatim: prefix.Contains('@', StringComparison.Ordinal));
    }

    private string Raw(int from)
    {
        int to = _code.IndexOf("\"\"\"", from, StringComparison.Ordinal);
        _at = to + 3;
        return _code[from..to];
    }

    private string Quoted(bool hasHoles, bool isVerbatim)
    {
        StringBuilder text = new();
        while (_code[_at] != '"' || (isVerbatim && _at + 1 < _code.Length && _code[_at + 1] == '"'))
        {
            char current = _code[_at++];
            if ((current == '\\' && !isVerbatim) || current == '"')
                text.Append(_code[_at++]);
            else if (hasHoles && current is '{' or '}' && _code[_at] == current)
                text.Append(_code[_at++]);
            else if (hasHoles && current == '{')
                Hole(text);
            else
                text.Append(current);
        }

        _at++;
        return text.ToString();
    }

    private void Hole(StringBuilder text)
    {
        text.Append('…');
        ReadCode(isHole: true);
    }

    private void SkipCharacter()
    {
        if (_at + 1 < _code.Length && _code[_at] == '\\')
            _at = _code.IndexOf('\'', _at + 2) + 1;
        else if (_at + 1 < _code.Length && _code[_at + 1] == '\'')
            _at += 2;
    }
}
