using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>What a failed call is known to have left stored. All sentences about it are here.</summary>
/// <param name="Stored">What is stored.</param>
/// <param name="Sentence">The end of the exception's message.</param>
/// <param name="RowCount">The number of rows that are known to be stored.</param>
/// <param name="TransactionLost">Whether the transaction or the connection has ended.</param>
internal sealed record Outcome(BulkOutcome Stored, string Sentence, long RowCount = 0, bool TransactionLost = false)
{
    /// <summary>The key of the outcome in the data of an <see cref="OperationCanceledException" />, which has no property for it.</summary>
    public const string Key = "EFCore.MySqlBulk.Outcome";

    private const string Look = "Check before you send them again.";

    /// <summary>Nothing has been sent yet.</summary>
    public static Outcome NothingSent { get; } = new(BulkOutcome.Nothing, "Nothing from this call is stored.");

    /// <summary>The answer to <c>COMMIT</c> was lost, and the rows did not show what happened.</summary>
    public static Outcome CommitNotKnown { get; } = new(BulkOutcome.Unknown, $"It is not known whether the rows are stored. {Look}", TransactionLost: true);

    /// <summary>The answer to <c>COMMIT</c> was lost, and a look-up has shown that the rows are not stored and cannot be stored any more.</summary>
    public static Outcome LookedUp { get; } = new(BulkOutcome.Nothing, "The rows were looked up: nothing from this call is stored.", TransactionLost: true);

    /// <summary>Whether the call can be sent again without storing anything twice.</summary>
    public bool CanBeSentAgain => !IsOfSeveral && Stored is BulkOutcome.Nothing or BulkOutcome.InTransaction;

    /// <summary>Whether other calls have failed with this one, so that it must not be sent again alone.</summary>
    public bool IsOfSeveral { get; init; }

    /// <summary>The outcome of a call in a transaction.</summary>
    /// <param name="rollback">The result of the rollback.</param>
    /// <param name="kind">Whose transaction it was.</param>
    public static Outcome Of(RollbackResult rollback, TransactionKind kind) => rollback switch
    {
        RollbackResult.RolledBack => NothingSent,
        RollbackResult.RolledBackInPart => new(
            BulkOutcome.Unknown, $"The table's storage engine does not support transactions, so rows of this call may be stored. {Look}"),
        RollbackResult.Ended => new(
            BulkOutcome.Nothing, "The server has ended the transaction: nothing in it is stored, and it can no longer be used.", TransactionLost: true),
        RollbackResult.Lost => new(
            BulkOutcome.Nothing, "COMMIT was not sent, so the server rolls the transaction back; it can no longer be used.", TransactionLost: true),
        RollbackResult.Pending when kind == TransactionKind.Ambient => new(
            BulkOutcome.InTransaction, "Rows of this call may be pending in the ambient transaction. Roll the ambient transaction back."),
        RollbackResult.Pending => new(
            BulkOutcome.InTransaction, "Rows of this call may be pending in the transaction, which had no savepoint to return to. Roll the transaction back."),
        RollbackResult.Stored => new(
            BulkOutcome.Unknown, $"The transaction was ended while the call was running: it is not known whether its rows are stored. {Look}", TransactionLost: true),
        _ => throw new UnreachableException($"No rule for {rollback}."),
    };

    /// <summary>The outcome of a call without a transaction.</summary>
    /// <param name="rows">The number of stored rows.</param>
    /// <param name="all">The number of all rows of the call, if they were read.</param>
    /// <param name="isUnderWay">Whether a statement got no answer.</param>
    /// <param name="connectionLost">Whether the connection is closed.</param>
    public static Outcome WithoutTransaction(long rows, long? all, bool isUnderWay, bool connectionLost)
        => isUnderWay ? new(
            BulkOutcome.Unknown,
            $"There was no transaction, and one statement was not answered: it is not known whether its rows are stored.{Before(rows)} {Look}", rows, connectionLost)
        : rows == 0 ? NothingSent with { TransactionLost = connectionLost }
        : rows == all ? AllStored(rows) with { TransactionLost = connectionLost }
        : new(BulkOutcome.Some, $"There was no transaction, so rows of this call remain stored: {Number(rows)}.", rows, connectionLost);

    /// <summary>Every row is stored.</summary>
    public static Outcome AllStored(long rows)
        => new(BulkOutcome.All, $"All rows of this call are stored ({Number(rows)}); do not send them again.", rows);

    /// <summary>Every row is in the caller's transaction.</summary>
    public static Outcome AllSent { get; } = new(BulkOutcome.InTransaction, "All rows of this call are in your transaction, for you to commit or roll back.");

    /// <summary>Some of several connections have committed.</summary>
    public static Outcome Partly(long rows)
        => new(BulkOutcome.Some, $"{Number(rows)} rows are stored: their connections had committed before another one failed to commit. StoredRowIndexes lists their positions.", rows, true);

    /// <summary>Several connections were to commit together, and can never do so any more.</summary>
    /// <param name="left">The number of prepared transactions that may be left.</param>
    public static Outcome TakenBack(int left)
        => NothingSent with { Sentence = left == 0 ? NothingSent.Sentence : $"Nothing from this call is stored, but {Number(left)} of its transactions may be left prepared and keep their locks: EndUnfinishedBulkCalls rolls them back.", TransactionLost = true };

    /// <summary>Several connections have decided to commit together, and some of them are still prepared.</summary>
    /// <param name="rows">The number of all rows.</param>
    /// <param name="left">The number of prepared transactions.</param>
    public static Outcome Decided(long rows, int left)
        => AllStored(rows) with { Sentence = $"The call is decided: all of its rows ({Number(rows)}) are stored as soon as {Number(left)} of its transactions, which are prepared, are committed, which EndUnfinishedBulkCalls does. Do not send the rows again." };

    /// <summary>Several connections were to commit together, and it is not known whether they have decided to.</summary>
    /// <param name="call">The call's name.</param>
    public static Outcome NotDecided(string call)
        => CommitNotKnown with { Sentence = $"It is not known whether the rows are stored: the server could not be asked for the decision of the call '{call}'. EndUnfinishedBulkCalls stores all of them or none, and says which." };

    /// <summary>A call by query has ended before its last batch, each of which commits by itself.</summary>
    /// <param name="rows">The number of rows of the batches that are stored.</param>
    /// <param name="batches">Their number.</param>
    /// <param name="isUnderWay">Whether the next batch got no answer.</param>
    public static Outcome InBatches(long rows, int batches, bool isUnderWay)
    {
        string before = batches == 0 ? "" : $" {Number(rows)} rows of {Number(batches)} batches are changed; to go on with those after them, set After to LastKey.";
        return isUnderWay ? new(BulkOutcome.Unknown, $"One batch was not answered: it is not known whether its rows, those after LastKey and up to UnknownUpTo, are changed, all of them or none.{before}", rows, TransactionLost: true)
            : batches == 0 ? NothingSent
            : new(BulkOutcome.Some, before[1..], rows);
    }

    /// <summary>The same, told about all rows of a call that commits in portions. It is noted in the portion.</summary>
    public Outcome In(Portion? portion)
    {
        if (portion is null)
            return this;
        portion.Left = Stored;
        string before = portion.First == 0 ? "" : $" The first {Number(portion.First)} rows are certainly stored.";
        return Stored switch
        {
            BulkOutcome.Nothing when portion.First > 0 => this with { Sentence = Prefix(portion.First) },
            BulkOutcome.All => this with { Sentence = portion.IsLast ? AllStored(portion.End).Sentence : Prefix(portion.End) },
            BulkOutcome.Some or BulkOutcome.Unknown => this with
            {
                Sentence = $"{Sentence} That is about the rows from position {Number(portion.First)} to {Number(portion.End - 1)} (CommitRows = {Number(portion.Size)}).{before} No row after them is stored.",
            },
            _ => this,
        };

        string Prefix(int rows) => $"The first {Number(rows)} rows are stored (CommitRows = {Number(portion.Size)}); send the rows from position {Number(rows)} on again.";
    }

    private static string Before(long rows) => rows == 0 ? "" : $" The rows before it are stored: {Number(rows)}.";

    private static string Number(long rows) => rows.ToString(CultureInfo.InvariantCulture);
}
