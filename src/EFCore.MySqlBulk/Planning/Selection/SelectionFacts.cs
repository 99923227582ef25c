using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>All facts that the choice of a strategy depends on.</summary>
internal readonly record struct SelectionFacts
{
    /// <summary>What a driver that only sends array batches cannot do.</summary>
    public const string OtherDriver = "the other driver sends array batches only, and other rows of the call need its connection";

    public required BulkOperation Operation { get; init; }

    public required ServerFacts Server { get; init; }

    /// <summary>The number of rows; <see langword="null" /> if they come from a stream longer than one window.</summary>
    public long? RowCount { get; init; }

    /// <summary>Values in each row.</summary>
    public int Columns { get; init; }

    /// <summary>Whether the server generates keys and the caller wants them.</summary>
    public bool KeysWanted { get; init; }

    /// <summary>Whether a trigger sets the keys, as the caller or the check of the first statement says.</summary>
    public bool KeysByTrigger { get; init; }

    /// <summary>Whether the table's storage engine cannot roll back, so that rows whose keys turn out to be wrong would remain stored.</summary>
    public bool NothingRolledBack { get; init; }

    /// <summary>Whether values may be <c>DEFAULT</c>.</summary>
    public bool DefaultCells { get; init; }

    /// <summary>Whether values have a type that cannot be prepared.</summary>
    public bool UnpreparedValues { get; init; }

    /// <summary>Whether rows are matched by more than their keys.</summary>
    public bool ConcurrencyTokens { get; init; }

    /// <summary>Whether the server refuses to change rows by a join with a list: MariaDB under <c>sql_safe_updates</c>.</summary>
    public bool RefusesJoins { get; init; }

    /// <summary>The ways in which statements can be sent.</summary>
    public PipeliningFacts Pipelining { get; init; }

    /// <summary>Whether statements are pipelined, decided before the strategy.</summary>
    public PipeliningChoice Chosen { get; init; }

    /// <summary>Whether the caller has forced pipelining.</summary>
    public bool AsksForPipelining => ForcedPipelining == BulkPipelining.Always || Forced?.NeedsPipelining() == true;

    /// <summary>Why a statement with several rows cannot be inserted; <see langword="null" /> if the keys of its rows can be told.</summary>
    public string? KeysRefusal
        => !KeysWanted ? null
        : KeysByTrigger ? "a trigger sets the keys, which only one statement per row can report"
        : NothingRolledBack ? "the storage engine cannot roll back, so the keys need one statement per row"
        : !Server.HasConsecutiveKeys ? "this server's generated keys cannot be computed, so they need one statement per row"
        : null;

    /// <summary>Whether the context allows LOAD DATA.</summary>
    public bool AllowsLoadData { get; init; }

    /// <summary>Whether the context allows LOAD DATA, and the server is faster with it: MariaDB stores rows of prepared statements at least as fast.</summary>
    public bool GainsByLoadData => AllowsLoadData && Server.Flavor == ServerFlavor.MySql;

    /// <summary>Whether rows go by LOAD DATA unless another strategy is requested.</summary>
    public bool GoesByLoadData
        => Operation == BulkOperation.Insert && GainsByLoadData && LoadRefusal is null && HasRows(Pipelining.LongStatements ? Thresholds.LoadDataFromRows : Thresholds.StallingLoadDataRows);

    /// <summary>Why an insert cannot go by LOAD DATA; <see langword="null" /> if it can.</summary>
    public string? LoadRefusal
        => KeysRefusal is { } ofKeys ? ofKeys
        : Columns == 0 ? "no column is written"
        : DefaultCells ? "some values may be the column's default, which a file cannot express"
        : UnpreparedValues ? "only the driver knows how to send some of the values, and a file may not carry them"
        : IsParallel ? "rows over several connections cannot be taken back one statement at a time"
        : Pipelining.ArrayBatchesOnly ? OtherDriver
        : Pipelining.LoadRefusal;

    /// <summary>Whether, if statements are pipelined, each row has a statement of its own.</summary>
    public bool RowsGoAlone => Forced is { } forced ? forced.NeedsPipelining() && forced.SendsRowsAlone() : Operation switch
    {
        BulkOperation.Insert => KeysWanted && (KeysByTrigger || NothingRolledBack),
        BulkOperation.Update => RefusesJoins,
        BulkOperation.Delete => RefusesJoins && ConcurrencyTokens,
        BulkOperation.Execute => true,
        _ => throw new UnreachableException($"{Operation} is no operation."),
    };

    /// <summary>Whether several connections work at the same time.</summary>
    public bool IsParallel { get; init; }

    /// <summary>Whether there are at least so many rows, as in a stream.</summary>
    public bool HasRows(int least) => RowCount is null || RowCount >= least;

    public BulkStrategy? Forced { get; init; }

    public BulkPipelining ForcedPipelining { get; init; }
}
