namespace EFCore.MySqlBulk.Mapping;

/// <summary>A row holds what cannot be sent. The executor catches it and throws the public exception with the row's position.</summary>
internal sealed class RowValueException(string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>The row, where the thrower or someone on the way knew it.</summary>
    public BulkRow? Row { get; set; }
}
