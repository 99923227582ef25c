namespace EFCore.MySqlBulk.Mapping;

/// <summary>The row that the server refuses was found. The executor turns it into the public exception.</summary>
internal sealed class FailedRowException(BulkRow row, Exception innerException) : Exception(innerException.Message, innerException)
{
    public BulkRow Row { get; } = row;
}
