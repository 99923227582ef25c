namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>A row that changes its value of a unique index.</summary>
/// <param name="Before">The index, and the value that the row gives up.</param>
/// <param name="After">The index, and the value that it takes.</param>
internal sealed record UniqueMove(object?[] Before, object?[] After);
