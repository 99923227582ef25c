namespace EFCore.MySqlBulk;

/// <summary>A context's defaults, as <see cref="MySqlBulkOptionsBuilder" /> set them.</summary>
internal sealed record MySqlBulkDefaults
{
    public BulkStrategy? Strategy { get; init; }

    public BulkPipelining? Pipelining { get; init; }

    public int? Connections { get; init; }

    public bool? Atomic { get; init; }

    /// <summary>Whether every call records its commit.</summary>
    public bool? RecordCommits { get; init; }

    /// <summary>The table of the decisions and commits.</summary>
    public string? DecisionTable { get; init; }

    /// <summary>Whether inserts may use LOAD DATA.</summary>
    public bool? AllowLoadData { get; init; }

    public int? BatchRows { get; init; }

    public TimeSpan? Timeout { get; init; }

    public IProgress<BulkProgress>? Progress { get; init; }

    public bool? BufferForRetry { get; init; }

    public bool? FindFailingRow { get; init; }

    public BulkReaction? LeftOutEntities { get; init; }

    public bool AcceptProvider { get; init; }

    /// <summary>Whether every <c>SaveChanges</c> of the context sends in bulk.</summary>
    public bool BulkSaveChanges { get; init; }

    /// <summary>The hooks of inserts, in the order in which they run.</summary>
    public IReadOnlyList<BulkHook> BeforeInsert { get; init; } = [];

    /// <summary>The hooks of updates.</summary>
    public IReadOnlyList<BulkHook> BeforeUpdate { get; init; } = [];

    /// <summary>The hooks of deletes.</summary>
    public IReadOnlyList<BulkHook> BeforeDelete { get; init; } = [];

    /// <summary>Properties that do not make a row differ from the stored one.</summary>
    public IReadOnlyList<PropertyDefault> NotCompared { get; init; } = [];

    /// <summary>Properties that only new rows get.</summary>
    public IReadOnlyList<PropertyDefault> InsertOnly { get; init; } = [];

    /// <summary>Another driver for array batches; only the code that runs it knows its type.</summary>
    public object? ArrayBatchDriver { get; init; }
}
