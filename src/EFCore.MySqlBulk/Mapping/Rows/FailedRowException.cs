namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>The row that the server refuses has been found. The executor turns this into the public exception.</summary>
internal sealed class FailedRowException(BulkRow row, Exception innerException) : Exception(innerException.Message, innerException)
{
    public BulkRow Row { get; } = row;
}
