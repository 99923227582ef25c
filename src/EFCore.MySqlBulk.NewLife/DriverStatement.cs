namespace EFCore.MySqlBulk.NewLife;

/// <summary>A row that is ready to be sent: values for the prepared statement, or a separate SQL text.</summary>
/// <param name="Values">The values; <see langword="null" /> if it is a text.</param>
/// <param name="Text">The text.</param>
/// <param name="Bytes">Its approximate size on the wire, in bytes.</param>
internal readonly record struct DriverStatement(object?[]? Values, string? Text, int Bytes);
