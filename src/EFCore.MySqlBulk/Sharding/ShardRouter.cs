namespace EFCore.MySqlBulk.Sharding;

/// <summary>Asks the caller's function for the shard of a row, or of a key.</summary>
internal sealed class ShardRouter<TShard>(Func<object, TShard> shardOf)
    where TShard : notnull
{
    /// <exception cref="BulkOperationException">The row has no shard.</exception>
    public TShard ShardOf(object? row, int position)
    {
        if (row is null)
            throw new BulkOperationException($"Row {position} is null.") { RowIndex = position };
        TShard shard;
        try
        {
            shard = shardOf(row);
        }
        catch (Exception exception)
        {
            throw new BulkOperationException($"The function that gives a row its shard failed for row {position}: {exception.Message}", exception) { RowIndex = position };
        }

        return shard is null ? throw new BulkOperationException($"The function that gives a row its shard returned null for row {position}.") { RowIndex = position } : shard;
    }
}
