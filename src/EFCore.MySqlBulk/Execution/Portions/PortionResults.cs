using System.Diagnostics;
using System.Globalization;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>Adds the results of portions.</summary>
/// <param name="size">The maximum number of rows in a portion.</param>
/// <param name="started">When the call began.</param>
internal sealed class PortionResults(int size, long started)
{
    private readonly List<int> _affected = [];
    private readonly List<string> _warnings = [];
    private BulkResult? _whole;

    public void Add(BulkResult part)
    {
        _affected.AddRange(part.AffectedByRow ?? []);
        _warnings.AddRange(part.Warnings.Except(_warnings));
        if (_whole is not { } whole)
        {
            _whole = part with { Portions = PortionsOf(part) };
            return;
        }

        // The first portion that was sent says how: one without modified rows was not.
        (BulkResult way, BulkResult other) = whole.Strategy == BulkStrategy.None ? (part, whole) : (whole, part);
        _whole = way.Plus(other) with
        {
            Connections = Math.Max(whole.Connections, part.Connections),
            Portions = whole.Portions + PortionsOf(part),
            AffectedByRow = part.AffectedByRow,
        };
    }

    /// <summary>The result of the whole call.</summary>
    public BulkResult Sum() => _whole is not { } whole ? new() { Reason = "no rows" }
        : whole.Portions == 0 ? whole
        : whole with
        {
            Reason = string.Create(
                CultureInfo.InvariantCulture, $"{whole.Reason}; committed in {whole.Portions:N0} {(whole.Portions == 1 ? "portion" : "portions")} of at most {size:N0} rows (CommitRows)"),
            Warnings = _warnings,
            AffectedByRow = whole.AffectedByRow is null ? null : _affected,
            Elapsed = Stopwatch.GetElapsedTime(started),
        };

    private static int PortionsOf(BulkResult part) => part.Connections > 0 ? 1 : 0;
}
