namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>A row has a value that cannot be sent. The executor catches this and throws the public exception with the row's position.</summary>
internal class RowValueException(string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>The row, if it was known when this was thrown or passed on.</summary>
    public BulkRow? Row { get; set; }
}
