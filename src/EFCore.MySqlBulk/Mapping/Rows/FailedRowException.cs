namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>Names the row that the server has refused. The executor turns this into the public exception.</summary>
internal sealed class FailedRowException(BulkRow row, Exception innerException) : Exception(innerException.Message, innerException)
{
    public BulkRow Row { get; } = row;
}
