namespace EFCore.MySqlBulk.Sql;

/// <summary>The text around the rows of a statement.</summary>
/// <param name="Head">Before the first row.</param>
/// <param name="RowOpen">Before each row's values.</param>
/// <param name="RowClose">After each row's values.</param>
/// <param name="RowSeparator">Between two rows.</param>
/// <param name="Tail">After the last row.</param>
internal sealed record StatementFrame(string Head, string RowOpen, string RowClose, string RowSeparator, string Tail)
{
    /// <summary>Writes ranges in place of consecutive keys, if the rows are a list of integers.</summary>
    public KeyRanges? Ranges { get; init; }

    /// <summary>The whole statement with placeholders in place of values.</summary>
    public string WithPlaceholders(int rows, int cells)
    {
        string row = RowOpen + string.Join(",", Enumerable.Repeat("?", cells)) + RowClose;
        System.Text.StringBuilder text = new(Head, Head.Length + Tail.Length + (rows * (row.Length + RowSeparator.Length)));
        for (int i = 0; i < rows; i++)
            text.Append(i == 0 ? "" : RowSeparator).Append(row);
        return text.Append(Tail).ToString();
    }
}
