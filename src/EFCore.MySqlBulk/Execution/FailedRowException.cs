using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The row that the server refuses was found. <see cref="Failure" /> turns it into the public exception.</summary>
internal sealed class FailedRowException(BulkRow row, Exception innerException) : Exception(innerException.Message, innerException)
{
    public BulkRow Row { get; } = row;
}
