namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The outcome of what was sent.</summary>
/// <param name="Affected">The number of affected rows; for an update, of matched rows.</param>
/// <param name="FirstGeneratedKey">The first generated key, from the statement's own OK packet; 0 if there is none or it was not requested.</param>
/// <param name="Rows">The outcome of each row, if each row is a statement of its own and this was requested.</param>
/// <param name="RowsWithKeys">The number of rows that have the keys computed from the first one, if they were counted with the statement.</param>
internal readonly record struct StatementOutcome(long Affected, long FirstGeneratedKey, RowOutcomes? Rows = null, long? RowsWithKeys = null);
