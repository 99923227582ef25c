namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>The rows of a batch are not, or would not be, in the other table as they are in theirs. Nothing of the batch is stored.</summary>
internal sealed class RowsDifferException(string message) : Exception(message);
