using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Counts the rows of a call by what was done with them, and reports the progress to the caller.</summary>
/// <param name="request">The request.</param>
/// <param name="started">When the call began.</param>
internal sealed class RowTally(BulkRequest request, long started)
{
    private long _rows;
    private long _inserted;
    private long _unchanged;
    private long _deleted;
    private long _marked;

    /// <summary>The number of rows of all tables that the server has accepted.</summary>
    public long Sent { get; private set; }

    /// <summary>The number of rows that were set aside.</summary>
    public long Rejected { get; private set; }

    /// <summary>The changed rows; <see langword="null" /> if the caller does not ask for them.</summary>
    public RowChanges? Changes { get; } = request.Options.Changes is null ? null : new();

    /// <summary>The number of orphans.</summary>
    public long Orphaned { get; set; }

    /// <summary>What was done with the rows that count as entities; parts and owned entities are not counted.</summary>
    public RowCounts Counts => new(_rows, _inserted, _unchanged) { Orphaned = Orphaned, Deleted = _deleted, Marked = _marked };

    /// <summary>Counts rows that exist and are not sent.</summary>
    public void AddUnchanged(int rows)
    {
        _rows += rows;
        Sent += rows;
        _unchanged += rows;
        Report();
    }

    /// <summary>Counts the rows of a statement that the server has run.</summary>
    public void Add(RowGroup group, int rows)
    {
        Sent += group.Shape.IsOrphan ? 0 : rows;
        if (group.IsCounted)
        {
            _rows += group.Shape.IsOrphan ? 0 : rows;
            _inserted += group.Plan.InsertsRows ? rows : 0;
        }

        Report();
    }

    /// <summary>Counts a row that is set aside.</summary>
    public void Reject()
    {
        Rejected++;
        Report();
    }

    /// <summary>Counts rows of the statement that did not exist, and rows that were left as they were.</summary>
    public void Leave(RowGroup group, long missing, long unchanged)
    {
        Sent -= missing;
        _rows -= group.IsCounted ? missing : 0;
        _unchanged += group.IsCounted ? unchanged : 0;
    }

    /// <summary>Counts orphans. They are locked, so those that the statement did not affect were deleted by a cascade, or have the values already.</summary>
    public void AddOrphans(BulkPlan plan, long affected)
    {
        if (plan.Assignments.Count > 0)
            _marked += affected;
        else
            _deleted += affected;
    }

    private void Report() => request.Options.Progress?.Report(new(Sent, request.RowCount, Stopwatch.GetElapsedTime(started)) { RowsRejected = Rejected });
}
