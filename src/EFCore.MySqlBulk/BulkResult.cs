using System.Globalization;

namespace EFCore.MySqlBulk;

/// <summary>What a bulk operation did.</summary>
public sealed record BulkResult
{
    /// <summary>The number of rows inserted, updated, marked, moved or deleted. For <c>BulkExecute</c>, the number of rows that its statement affected, as the server counts them: matched rows for
    /// an update, 2 for a row that <c>ON DUPLICATE KEY UPDATE</c> changes.</summary>
    public long RowsAffected => RowsInserted + RowsUpdated + RowsDeleted + RowsMoved + RowsMarked + RowsByStatement;

    /// <summary>Rows inserted.</summary>
    public long RowsInserted { get; init; }

    /// <summary>Rows matched by an update, whether or not a value changed, as with <c>SaveChanges</c>. Entities that <c>OnlyModified</c> does not
    /// send, and rows that <see cref="NotFoundRows.Ignore" /> skips, are not counted.</summary>
    public long RowsUpdated { get; init; }

    /// <summary>Rows that <c>BulkInsertOrUpdate</c>, <c>BulkInsertIfAbsent</c> or <c>BulkSynchronize</c> found and left as they were, because no
    /// value had to change; and rows of <c>BulkUpdate</c> without a column to update, which it does not send.</summary>
    public long RowsUnchanged { get; init; }

    /// <summary>Rows deleted.</summary>
    public long RowsDeleted { get; init; }

    /// <summary>Rows that <c>BulkMoveTo</c> has inserted into one table and deleted from the other. They are counted neither as inserted nor as deleted.</summary>
    public long RowsMoved { get; init; }

    /// <summary>Stored rows in the scope of <c>BulkSynchronize</c> that no given row matched, whether deleted, updated or kept.</summary>
    public long RowsOrphaned { get; init; }

    /// <summary>The orphans that <see cref="Orphans{T}.Update(System.Linq.Expressions.Expression{Func{T, T}})" /> changed. They are not counted as updated.</summary>
    public long RowsMarked { get; init; }

    /// <summary>Rows that <c>Rejected</c> has set aside: the server or the model refuses them.</summary>
    public long RowsRejected { get; init; }

    /// <summary>The rows that were set aside, in the order in which they were given; empty without <see cref="RejectedRows.Collect" />.</summary>
    public IReadOnlyList<RejectedRow> Rejected { get; init; } = [];

    /// <summary>How often the statement of <c>BulkExecute</c> was run: once per row given.</summary>
    public long Executions { get; init; }

    /// <summary>The number of rows that each execution affected, in the order of the rows given; <see langword="null" /> unless
    /// <see cref="BulkExecuteOptions.ReturnAffected" /> is set.</summary>
    public IReadOnlyList<int>? AffectedByRow { get; init; }

    /// <summary>The strategy that was used; <see cref="BulkStrategy.None" /> if there were no rows to write. If new and existing rows had different
    /// strategies, that of the new ones.</summary>
    public BulkStrategy Strategy { get; init; }

    /// <summary>Why that strategy was chosen, in one sentence.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Whether statements were sent before earlier ones were answered.</summary>
    public bool IsPipelined { get; init; }

    /// <summary>Why statements were pipelined, or why not, in a few words; empty if there were no rows.</summary>
    public string PipeliningReason { get; init; } = "";

    /// <summary>Warnings of a successful call, one sentence each, such as why statements were not pipelined. Each is logged as well. Default:
    /// empty.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The number of statements sent that carried rows.</summary>
    public int Statements { get; init; }

    /// <summary>The number of connections that carried rows: 1, or more if <see cref="BulkStrategyOptions.Connections" /> allows it; 0 if nothing was sent.</summary>
    public int Connections { get; init; }

    /// <summary>The number of portions that a call with <c>CommitRows</c> sent and committed, one after the other, or of the batches of a call by query, such as <c>BulkExecuteDelete</c>; 0 for other calls.</summary>
    public int Portions { get; init; }

    /// <summary>Whether all rows were committed together: in one transaction, or over several connections with <see cref="BulkStrategyOptions.Atomic" />. False if several connections committed one after the other, if
    /// <c>AutoTransactionBehavior</c> is <c>Never</c>, or if nothing was sent.</summary>
    public bool IsAtomic { get; init; }

    /// <summary>The key of the last row that a call by query, such as <c>BulkExecuteDelete</c>, has walked over: the columns of <c>Walk</c>, then the rest of the primary key. A call with it as <c>After</c> goes on there. If no row matched, the key after which the call began; empty for other
    /// calls.</summary>
    public IReadOnlyList<object?> LastKey { get; init; } = [];

    /// <summary>The time that the longest batch of a call by query took, which is how long it held its locks; zero for other calls.</summary>
    public TimeSpan LongestBatch { get; init; }

    /// <summary>The time that a call by query has waited for replicas, or for a busy server; zero for other calls.</summary>
    public TimeSpan Waited { get; init; }

    /// <summary>The time that the whole call took.</summary>
    public TimeSpan Elapsed { get; init; }

    internal long RowsByStatement { get; init; }

    /// <summary>The result with the numbers of rows and statements of another one added, of another part of the same call.</summary>
    internal BulkResult Plus(BulkResult other) => this with
    {
        RowsInserted = RowsInserted + other.RowsInserted,
        RowsUpdated = RowsUpdated + other.RowsUpdated,
        RowsUnchanged = RowsUnchanged + other.RowsUnchanged,
        RowsDeleted = RowsDeleted + other.RowsDeleted,
        RowsByStatement = RowsByStatement + other.RowsByStatement,
        Executions = Executions + other.Executions,
        Statements = Statements + other.Statements,
        IsAtomic = false,
    };

    // What the operation does to rows.
    internal string Verb { get; init; } = "inserted";

    private string Left
    {
        get
        {
            string left = Count(RowsUnchanged, "unchanged") + Count(RowsOrphaned, "orphaned") + Count(RowsRejected, "rejected");
            return left.Length == 0 ? "" : left + ",";

            static string Count(long rows, string what) => rows == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", {rows:N0} {what}");
        }
    }

    private string Warned => Warnings.Count switch { 0 => "", 1 => "; 1 warning", int count => string.Create(CultureInfo.InvariantCulture, $"; {count} warnings") };

    /// <summary>One line, such as <c>150,000 rows inserted in 0.9 s, PreparedMultiRow: "…"</c>, with the number of warnings at the end if there are any.</summary>
    public override string ToString()
    {
        long left = RowsUnchanged + RowsOrphaned + RowsRejected;
        if (Strategy == BulkStrategy.None && RowsAffected + left == 0 && LastKey.Count == 0)
            return "no rows, nothing sent";
        string verb = Executions > 0 ? "affected" : RowsMarked > 0 ? "changed" : RowsMoved > 0 ? "moved" : (RowsInserted, RowsUpdated, RowsDeleted) switch
        {
            (0, 0, 0) => left > 0 ? "changed" : Verb,
            (_, 0, 0) => "inserted",
            (0, _, 0) => "updated",
            (0, 0, _) => "deleted",
            (_, _, 0) => "inserted or updated",
            _ => "changed",
        };
        string way = Strategy != BulkStrategy.None ? $"{Strategy}: "
            : LastKey.Count > 0 ? string.Create(CultureInfo.InvariantCulture, $"{Portions:N0} {(Portions == 1 ? "batch" : "batches")}: ")
            : RowsAffected > 0 ? "the provider's own batches: " : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{RowsAffected:N0} {(RowsAffected == 1 ? "row" : "rows")} {verb}{Left} in {Elapsed.TotalSeconds:0.0##} s, {way}\"{Reason}\"{Warned}");
    }
}
