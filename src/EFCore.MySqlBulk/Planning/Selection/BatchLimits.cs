using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>The limits of one statement.</summary>
/// <param name="MaxRows">The maximum number of rows.</param>
/// <param name="StatementBytes">The maximum number of bytes in a statement of literals; a single row may have more.</param>
/// <param name="PacketBytes">The number of bytes that no statement may reach: the server's packet limit less a reserve.</param>
/// <param name="PreparedBytes">The number of bytes of values that ends a prepared batch.</param>
internal readonly record struct BatchLimits(int MaxRows, int StatementBytes, long PacketBytes, int PreparedBytes)
{
    // InnoDB's limit for an indexed column.
    private const int MaxKeyBytes = 3_072;

    /// <summary>The limits of a strategy.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="columns">The number of values in each row.</param>
    /// <param name="compositeKey">Whether the key has several columns.</param>
    /// <param name="server">The server.</param>
    /// <param name="totalRows">The number of rows of the call, if it is known.</param>
    /// <param name="asked">The caller's <see cref="BulkOptions.BatchRows" />.</param>
    public static BatchLimits Of(BulkStrategy strategy, int columns, bool compositeKey, ServerFacts server, long? totalRows, int? asked)
    {
        // A number that no statement reaches, and that multiplied by a flight's statements does not overflow.
        asked = asked is null ? null : Math.Min(asked.Value, Thresholds.MaxRows);
        long packet = server.MaxAllowedPacket - Thresholds.PacketReserve;
        int maxByParameters = Math.Max(1, Thresholds.MaxParameters / Math.Max(1, columns));
        int maxKeys = compositeKey ? Thresholds.KeyListMaxKeys / 2 : Thresholds.KeyListMaxKeys;
        int rows = strategy switch
        {
            BulkStrategy.RowByRow => 1,
            BulkStrategy.MultiStatement => asked ?? Thresholds.MultiStatementRows,
            BulkStrategy.PipelinedArrayBatch => asked ?? Thresholds.PipelinedRows,
            BulkStrategy.LoadData => asked ?? Thresholds.LoadDataRows,
            BulkStrategy.MultiRowValues => asked ?? Thresholds.LiteralInsertRows,
            BulkStrategy.PreparedMultiRow or BulkStrategy.PreparedValuesJoin => Math.Min(asked ?? PreparedRows(columns, totalRows), maxByParameters),
            BulkStrategy.KeyList => Math.Min(asked ?? Thresholds.KeyListKeys, maxKeys),
            _ => asked ?? Thresholds.ValuesJoinRows,
        };
        // A number of rows that the caller has set goes into one statement.
        long bytes = asked is null ? Thresholds.LiteralStatementBytes : 1 << 20;
        return new(rows, (int)Math.Min(bytes, packet), packet, asked is null ? Thresholds.PreparedBytes : 1 << 20);
    }

    /// <summary>The same for statements that are answered one by one: few rows need fewer round trips in a long one.</summary>
    public BatchLimits ForAwaited(BulkStrategy strategy) => strategy is BulkStrategy.MultiRowValues or BulkStrategy.ValuesJoin
        ? this with { MaxRows = Thresholds.AwaitedRows, StatementBytes = (int)Math.Min(Thresholds.AwaitedStatementBytes, PacketBytes) }
        : this;

    /// <summary>The same for a list of keys: limited by the memory of the server's range optimizer. Beyond it, the server would scan and lock the whole table.</summary>
    public BatchLimits ForKeys(IEnumerable<ColumnMap> key)
    {
        int bytes = key.Sum(column => Thresholds.RangeColumnBytes + BytesOf(column));
        return this with { MaxRows = Math.Min(MaxRows, Math.Max(1, Thresholds.RangeBytes / bytes)) };
    }

    // The maximum number of bytes that the server reserves for a value.
    private static int BytesOf(ColumnMap column) => column.Kind switch
    {
        ValueKind.Text or ValueKind.Char or ValueKind.GuidText or ValueKind.GuidDigits => Math.Min(4 * (column.TypeMapping.Size ?? MaxKeyBytes), MaxKeyBytes),
        ValueKind.Binary => Math.Min(column.TypeMapping.Size ?? MaxKeyBytes, MaxKeyBytes),
        _ => 0,
    };

    private static int PreparedRows(int columns, long? totalRows)
    {
        int parameters = totalRows < Thresholds.ManyRows ? Thresholds.PreparedParametersOfFewRows : Thresholds.PreparedParameters;
        return Math.Clamp(parameters / Math.Max(1, columns), 1, Thresholds.PreparedRows);
    }
}
