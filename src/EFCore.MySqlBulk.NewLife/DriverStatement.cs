namespace EFCore.MySqlBulk.NewLife;

/// <summary>A row that is ready to be sent: values for the prepared statement, or a text of its own.</summary>
/// <param name="Values">The values; <see langword="null" /> for a text.</param>
/// <param name="Text">The text.</param>
/// <param name="Bytes">Bytes that it takes on the wire, about.</param>
internal readonly record struct DriverStatement(object?[]? Values, string? Text, int Bytes);
