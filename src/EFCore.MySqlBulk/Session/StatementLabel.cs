namespace EFCore.MySqlBulk.Session;

/// <summary>What log and trace say of a statement instead of its text, which may hold row values.</summary>
/// <param name="Name">Operation and table, such as <c>INSERT `users`</c>.</param>
/// <param name="RowCount">Rows that it carries.</param>
/// <param name="Parameters">Parameters that it carries.</param>
/// <param name="Bytes">Bytes of its text; 0 for a prepared one. Of a flight, bytes of all that was sent.</param>
/// <param name="Statements">Statements in flight together; each is like the others.</param>
internal readonly record struct StatementLabel(string Name, int RowCount, int Parameters, int Bytes, int Statements = 1);
