namespace EFCore.MySqlBulk;

/// <summary>A row that a call has set aside because the server or the model refuses its values: <see cref="RejectedRows" />.</summary>
/// <param name="RowIndex">Its position in the rows given, counted from 0.</param>
/// <param name="Row">The entity, as it was given.</param>
/// <param name="ErrorNumber">The server's error number, such as 1062 for a duplicate key; 0 if the row was refused before it was sent.</param>
/// <param name="SqlState">The server's SQLSTATE, such as <c>23000</c>; <see langword="null" /> if the error is not the server's, or if the driver does not report it (Connector/NET).</param>
/// <param name="Message">The server's message, or what is wrong with the row. It may quote a value.</param>
public sealed record RejectedRow(int RowIndex, object Row, int ErrorNumber, string? SqlState, string Message);
