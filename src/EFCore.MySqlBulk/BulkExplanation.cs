namespace EFCore.MySqlBulk;

/// <summary>What a bulk operation would do, without having done it.</summary>
public sealed record BulkExplanation
{
    /// <summary>How the rows would travel; <see cref="BulkStrategy.None" /> where there are none.</summary>
    public BulkStrategy Strategy { get; init; }

    /// <summary>Why that strategy was chosen, in one sentence.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The connection that the rows would go over; <see langword="null" /> where there are none.</summary>
    public BulkConnection? Connection { get; init; }

    /// <summary>Why it would be that connection, in a few words.</summary>
    public string ConnectionReason { get; init; } = "";

    /// <summary>Rows in the source, where it is a collection.</summary>
    public long? RowCount { get; init; }

    /// <summary>Rows in one statement, at most.</summary>
    public int BatchRows { get; init; }

    /// <summary>The table, quoted.</summary>
    public string Table { get; init; } = "";

    /// <summary>The columns that carry values, unquoted, in the order of the statement.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>The first statement. It holds row values where the strategy writes literals.</summary>
    public string FirstStatement { get; init; } = "";

    /// <summary>What the caller should know before the call, one sentence each. Default: empty.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The strategy, the reason and the first statement, on three lines; each warning on a line after them.</summary>
    public override string ToString()
        => $"{Strategy}: \"{Reason}\"{Environment.NewLine}{Table}, {BatchRows} rows per statement{Environment.NewLine}{FirstStatement}"
            + string.Concat(Warnings.Select(warning => $"{Environment.NewLine}Warning: {warning}"));
}
