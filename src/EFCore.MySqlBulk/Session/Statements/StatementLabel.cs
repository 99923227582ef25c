namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The label of a statement in log and trace, instead of its text, which may contain row values.</summary>
/// <param name="Name">Operation and table, such as <c>INSERT `users`</c>.</param>
/// <param name="RowCount">The number of rows that it carries.</param>
/// <param name="Parameters">The number of parameters that it carries.</param>
/// <param name="Bytes">The number of bytes of its text; 0 for a prepared one. For a flight, the number of all bytes sent.</param>
/// <param name="Statements">The number of statements of the flight, which are alike.</param>
internal readonly record struct StatementLabel(string Name, int RowCount, int Parameters, int Bytes, int Statements = 1);
