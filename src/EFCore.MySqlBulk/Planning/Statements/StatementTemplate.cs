namespace EFCore.MySqlBulk.Planning.Statements;

/// <summary>A statement with placeholders for values.</summary>
/// <param name="Segments">The text between the values; one more than there are values.</param>
internal sealed record StatementTemplate(IReadOnlyList<string> Segments)
{
    /// <summary>Marks a value in a text given to <see cref="OfMarked" />; no identifier can contain it.</summary>
    public const string Mark = "\0";

    /// <summary>The statement in the form in which it is prepared.</summary>
    public string Text => string.Join('?', Segments);

    public static StatementTemplate OfMarked(string text) => new(text.Split(Mark[0]));
}
