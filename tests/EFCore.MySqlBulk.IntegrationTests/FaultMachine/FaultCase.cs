using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>One call and what goes wrong in it, all determined by a seed.</summary>
public sealed record FaultCase
{
#if CONNECTORNET
    // It ends the process by a stack overflow: docs/limits.md.
    private const bool DriverSurvivesDamagedRecords = false;
#else
    private const bool DriverSurvivesDamagedRecords = true;
#endif

    private static readonly FaultKind[] Kinds = Enum.GetValues<FaultKind>();

    private static readonly BulkStrategy[][] Strategies =
    [
        [BulkStrategy.RowByRow, BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.PipelinedArrayBatch, BulkStrategy.LoadData],
        [BulkStrategy.RowByRow, BulkStrategy.ValuesJoin, BulkStrategy.PreparedValuesJoin, BulkStrategy.PipelinedArrayBatch],
        [BulkStrategy.RowByRow, BulkStrategy.KeyList, BulkStrategy.ValuesJoin, BulkStrategy.PipelinedArrayBatch],
        [BulkStrategy.RowByRow, BulkStrategy.MultiStatement, BulkStrategy.PipelinedArrayBatch],
        [BulkStrategy.RowByRow, BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.PipelinedArrayBatch],
        [],
    ];

    public required int Seed { get; init; }

    public required FaultKind Kind { get; init; }

    public required FaultOperation Operation { get; init; }

    /// <summary><see langword="null" /> if the library chooses.</summary>
    public BulkStrategy? Strategy { get; init; }

    public BulkPipelining? Pipelining { get; init; }

    public bool IsAsync { get; init; }

    /// <summary>The caller has begun a transaction.</summary>
    public bool IsJoined { get; init; }

    public bool Pooling { get; init; }

    /// <summary>Over TLS, where a packet is a record and nobody sees a COMMIT. The context's connection is opened beforehand, because what the driver does in its handshake
    /// is not the library's business.</summary>
    public bool IsEncrypted { get; init; }

    /// <summary>The connection timeout in seconds.</summary>
    public int ConnectSeconds { get; init; } = 3;

    /// <summary>The call's own transaction records that it is committed.</summary>
    public bool RecordsCommits { get; init; }

    public int Rows { get; init; }

    public int BatchRows { get; init; }

    /// <summary>The packet with the fault, counted from the start of the call, over all connections, in one direction; or the statement with a deadlock.</summary>
    public int Packet { get; init; }

    public bool ToServer { get; init; }

    /// <summary>Milliseconds until somebody kills or cancels, if the case does not wait for a packet.</summary>
    public double? After { get; init; }

    /// <param name="seed">The seed.</param>
    /// <param name="server">The server.</param>
    /// <param name="operations">The operations to choose from.</param>
    public static FaultCase Of(int seed, ServerKind server, IReadOnlyList<FaultOperation> operations)
    {
        Random random = new(seed);
        FaultOperation operation = operations[random.Next(operations.Count)];
        bool isJoined = random.Next(3) == 0;
        BulkStrategy? strategy = random.Next(6) == 0 || Strategies[(int)operation].Length == 0 ? null : Strategies[(int)operation][random.Next(Strategies[(int)operation].Length)];
        bool isPipelined = strategy is BulkStrategy.PipelinedArrayBatch or BulkStrategy.LoadData || (strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement) && random.Next(3) == 0);
        if (strategy == BulkStrategy.PreparedValuesJoin && server == ServerKind.MariaDb)
            strategy = BulkStrategy.ValuesJoin;
        FaultKind fault = Kinds[random.Next(Kinds.Length)];
        // What comes just before a statement is seen by an interceptor, which statements in flight have none of.
        if (fault == FaultKind.Deadlock)
            (strategy, isPipelined) = (strategy is BulkStrategy.PipelinedArrayBatch or BulkStrategy.LoadData ? null : strategy, false);
        return new()
        {
            Seed = seed,
            Kind = fault,
            Operation = operation,
            Strategy = strategy,
            Pipelining = isPipelined ? BulkPipelining.Always : BulkPipelining.Never,
            IsAsync = random.Next(2) == 0,
            IsJoined = isJoined,
            Pooling = random.Next(2) == 0,
            Rows = random.Next(1, 120),
            BatchRows = random.Next(5, 40),
            Packet = (int)Math.Exp(random.NextDouble() * Math.Log(60)),
            ToServer = random.Next(2) == 0,
            After = random.Next(2) == 0 ? random.NextDouble() * 15 : null,
            IsEncrypted = random.Next(4) == 0 && server == ServerKind.MySql && (DriverSurvivesDamagedRecords || fault is not (FaultKind.Corrupt or FaultKind.Truncate)),
            RecordsCommits = random.Next(3) == 0,
        };
    }
}
