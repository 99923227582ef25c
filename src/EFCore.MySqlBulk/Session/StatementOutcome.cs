namespace EFCore.MySqlBulk.Session;

/// <summary>What the server said of a statement.</summary>
/// <param name="Affected">Rows affected; matched rows for an update.</param>
/// <param name="FirstGeneratedKey">The first generated key, from the statement's own OK packet; 0 where there is none or it was not asked for.</param>
internal readonly record struct StatementOutcome(long Affected, long FirstGeneratedKey);
