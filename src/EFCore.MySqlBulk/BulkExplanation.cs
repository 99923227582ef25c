namespace EFCore.MySqlBulk;

/// <summary>What a bulk operation would do if it were called.</summary>
public sealed record BulkExplanation
{
    /// <summary>The strategy that would be used; <see cref="BulkStrategy.None" /> if there are no rows.</summary>
    public BulkStrategy Strategy { get; init; }

    /// <summary>Why that strategy was chosen, in one sentence.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Whether statements would be sent before earlier ones are answered.</summary>
    public bool IsPipelined { get; init; }

    /// <summary>Why statements would be pipelined, or why not, in a few words.</summary>
    public string PipeliningReason { get; init; } = "";

    /// <summary>The number of rows, if the source is a collection.</summary>
    public long? RowCount { get; init; }

    /// <summary>The maximum number of rows in one statement.</summary>
    public int BatchRows { get; init; }

    /// <summary>The table, quoted.</summary>
    public string Table { get; init; } = "";

    /// <summary>The columns that carry values, unquoted, in the order of the statement.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>The first statement. It contains row values if the strategy writes literals.</summary>
    public string FirstStatement { get; init; } = "";

    /// <summary>Warnings that the caller should read before making the call, one sentence each. Default: empty.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The strategy, the reason and the first statement on three lines, followed by each warning on a line of its own.</summary>
    public override string ToString()
        => $"{Strategy}: \"{Reason}\"{Environment.NewLine}{Table}, {BatchRows} rows per statement{Environment.NewLine}{FirstStatement}"
            + string.Concat(Warnings.Select(warning => $"{Environment.NewLine}Warning: {warning}"));
}
