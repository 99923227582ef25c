namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The outcome of what was sent.</summary>
/// <param name="Affected">The number of affected rows; for an update, of matched rows.</param>
/// <param name="FirstGeneratedKey">The first generated key, from the statement's own OK packet, or for LOAD DATA from the query behind it; 0 if there is none or it was not requested.</param>
/// <param name="Rows">The outcome of each row, if its key or number of affected rows is known by itself.</param>
/// <param name="RowsWithKeys">The number of rows that have the keys computed from the first one, if they were counted with the statement.</param>
/// <param name="KeysHaveGaps">Whether keys of other sessions lie between those of the rows.</param>
internal readonly record struct StatementOutcome(long Affected, long FirstGeneratedKey, RowOutcomes? Rows = null, long? RowsWithKeys = null, bool KeysHaveGaps = false)
{
    /// <summary>The positions of rows that were refused while all others were stored, in their order; <see langword="null" /> for none. The other values are of the others only.</summary>
    public IReadOnlyList<(int Position, Exception Error)>? Refused { get; init; }

    /// <summary>The generated key of a row.</summary>
    /// <param name="position">The row's position.</param>
    /// <param name="step">The difference between two computed keys.</param>
    public long KeyAt(int position, int step) => Rows is { } each ? each.Keys[position] : FirstGeneratedKey + ((long)position * step);
}
