using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>SQL over a stored row and the row given for it, in parts.</summary>
internal sealed record RowExpression(IReadOnlyList<RowExpressionPart> Parts)
{
    /// <summary>The columns whose given values it uses.</summary>
    public IEnumerable<ColumnMap> Given => Parts.Where(part => part is { Column: not null, IsStored: false }).Select(part => part.Column!);

    /// <summary>The columns whose stored values it uses.</summary>
    public IEnumerable<ColumnMap> Stored => Parts.Where(part => part is { Column: not null, IsStored: true, GivesCollation: false }).Select(part => part.Column!);

    // The type that the result is cast to.
    private string? Type { get; init; }

    public static RowExpression OfText(string text) => new([new(text)]);

    /// <summary>Text with expressions in place of <c>{0}</c>, <c>{1}</c>.</summary>
    public static RowExpression Of(string format, params RowExpression[] operands)
    {
        List<RowExpressionPart> parts = [];
        string[] pieces = System.Text.RegularExpressions.Regex.Split(format, @"\{(\d)\}");
        for (int i = 0; i < pieces.Length; i++)
        {
            if (i % 2 == 0)
                parts.Add(new(pieces[i]));
            else
                parts.AddRange(operands[pieces[i][0] - '0'].Parts);
        }

        return new(parts);
    }

    /// <summary>The same expression, cast to a type of the server.</summary>
    public RowExpression As(string type) => type == Type ? this : Of($"CAST({{0}} AS {type})", this) with { Type = type };
}
