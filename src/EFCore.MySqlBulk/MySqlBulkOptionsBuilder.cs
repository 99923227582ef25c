namespace EFCore.MySqlBulk;

/// <summary>Sets a context's defaults for bulk operations, inside <c>UseMySqlBulk(o => …)</c>.</summary>
public sealed class MySqlBulkOptionsBuilder
{
    internal MySqlBulkDefaults Defaults { get; private set; } = new();

    /// <summary>Rows in one statement, at most. See <see cref="BulkOptions.BatchRows" />.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows" /> is below 1.</exception>
    public MySqlBulkOptionsBuilder BatchRows(int rows)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rows, 1);
        return Set(Defaults with { BatchRows = rows });
    }

    /// <summary>The connection that is used. See <see cref="BulkOptions.Connection" />.</summary>
    public MySqlBulkOptionsBuilder Connection(BulkConnection connection) => Set(Defaults with { Connection = connection });

    /// <summary>Time that one statement may take. See <see cref="BulkOptions.Timeout" />.</summary>
    public MySqlBulkOptionsBuilder Timeout(TimeSpan timeout) => Set(Defaults with { Timeout = timeout });

    /// <summary>Whether streams are read into memory so that they can be retried. See <see cref="BulkOptions.BufferForRetry" />.</summary>
    public MySqlBulkOptionsBuilder BufferForRetry(bool enabled = true) => Set(Defaults with { BufferForRetry = enabled });

    /// <summary>Whether the row at fault is searched. See <see cref="BulkOptions.FindFailingRow" />.</summary>
    public MySqlBulkOptionsBuilder FindFailingRow(bool enabled = true) => Set(Defaults with { FindFailingRow = enabled });

    /// <summary>Vouches for an EF Core provider whose name contains neither "MySql" nor "MariaDb": its connections speak to MySQL or MariaDB.</summary>
    public MySqlBulkOptionsBuilder AcceptProvider() => Set(Defaults with { AcceptProvider = true });

    /// <summary>Another engine for array batches.</summary>
    internal MySqlBulkOptionsBuilder Engine(object engine) => Set(Defaults with { Engine = engine });

    private MySqlBulkOptionsBuilder Set(MySqlBulkDefaults defaults)
    {
        Defaults = defaults;
        return this;
    }
}
