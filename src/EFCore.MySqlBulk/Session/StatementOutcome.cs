namespace EFCore.MySqlBulk.Session;

/// <summary>What the server said of what was sent.</summary>
/// <param name="Affected">Rows affected; matched rows for an update.</param>
/// <param name="FirstGeneratedKey">The first generated key, from the statement's own OK packet; 0 where there is none or it was not asked for.</param>
/// <param name="Rows">What it said of each row, where each row is a statement of its own and that was asked for.</param>
/// <param name="RowsWithKeys">Rows that have the keys computed from the first one, where they were counted with the statement.</param>
internal readonly record struct StatementOutcome(long Affected, long FirstGeneratedKey, RowOutcomes? Rows = null, long? RowsWithKeys = null);
