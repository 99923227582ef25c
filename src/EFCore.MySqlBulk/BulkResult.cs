using System.Globalization;

namespace EFCore.MySqlBulk;

/// <summary>What a bulk operation did.</summary>
public sealed record BulkResult
{
    /// <summary>Rows inserted, updated or deleted; for <c>BulkExecute</c> the rows that its statement affected, as the server counts them: matched rows for
    /// an update, 2 for a row that <c>ON DUPLICATE KEY UPDATE</c> changes.</summary>
    public long RowsAffected => RowsInserted + RowsUpdated + RowsDeleted + RowsByStatement;

    /// <summary>Rows inserted.</summary>
    public long RowsInserted { get; init; }

    /// <summary>Rows matched by an update, whether or not a value changed, as with <c>SaveChanges</c>.</summary>
    public long RowsUpdated { get; init; }

    /// <summary>Rows deleted.</summary>
    public long RowsDeleted { get; init; }

    /// <summary>Times that the statement of <c>BulkExecute</c> was run: once per row given.</summary>
    public long Executions { get; init; }

    /// <summary>Rows that each execution affected, in the order of the rows given; <see langword="null" /> unless
    /// <see cref="BulkExecuteOptions.ReturnAffected" /> asked for them.</summary>
    public IReadOnlyList<int>? AffectedRows { get; init; }

    /// <summary>How the rows travelled; <see cref="BulkStrategy.None" /> where there were none.</summary>
    public BulkStrategy Strategy { get; init; }

    /// <summary>Why that strategy was chosen, in one sentence.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The connection that the rows went over; <see langword="null" /> where there were none.</summary>
    public BulkConnection? Connection { get; init; }

    /// <summary>Why it was that connection, in a few words: where it was the context's, what decided against one of the operation's own.</summary>
    public string ConnectionReason { get; init; } = "";

    /// <summary>What the caller should know although the call succeeded, one sentence each, such as why the connection that was asked for could not be had.
    /// Each is logged as a warning too. Default: empty.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Statements sent that carried rows.</summary>
    public int Statements { get; init; }

    /// <summary>Connections that carried rows: 1, or more where <see cref="BulkOptions.Connections" /> allows them; 0 where nothing was sent.</summary>
    public int Connections { get; init; }

    /// <summary>Time of the whole call.</summary>
    public TimeSpan Elapsed { get; init; }

    internal long RowsByStatement { get; init; }

    private string Warned => Warnings.Count switch { 0 => "", 1 => "; 1 warning", int count => string.Create(CultureInfo.InvariantCulture, $"; {count} warnings") };

    /// <summary>One line, such as <c>150,000 rows inserted in 0.9 s, PreparedMultiRow: "…"</c>; the number of warnings at its end, where there are any.</summary>
    public override string ToString()
    {
        string verb = Executions > 0 ? "affected" : RowsUpdated > 0 ? "updated" : RowsDeleted > 0 ? "deleted" : "inserted";
        if (Strategy == BulkStrategy.None)
            return "no rows, nothing sent";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{RowsAffected:N0} {(RowsAffected == 1 ? "row" : "rows")} {verb} in {Elapsed.TotalSeconds:0.0##} s, {Strategy}: \"{Reason}\"{Warned}");
    }
}
