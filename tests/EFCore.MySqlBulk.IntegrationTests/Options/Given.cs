using System.Linq.Expressions;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>The options of a call, of whichever operation.</summary>
public sealed record Given
{
    public BulkPipelining? Pipelining { get; init; }

    public int? Connections { get; init; }

    public int? BatchRows { get; init; }

    public IProgress<BulkProgress>? Progress { get; init; }

    public bool? FindFailingRow { get; init; }

    public bool ReturnKeys { get; init; } = true;

    public bool HasTrigger { get; init; }

    public bool ReadGenerated { get; init; } = true;

    public bool CheckDuplicates { get; init; } = true;

    public NotFoundRows NotFound { get; init; }

    public bool CheckConcurrency { get; init; } = true;

    /// <summary>The rows are tracked, and the values of all but the first are modified.</summary>
    public bool OnlyModified { get; init; }

    public bool MatchCode { get; init; }

    public Expression<Func<Item, object?>>? Update { get; init; }

    public Expression<Func<Item, object?>>? Except { get; init; }

    public Expression<Func<Item, Item, bool>>? UpdateWhen { get; init; }

    public bool ReturnAffected { get; init; }

    /// <summary>A row that the server refuses.</summary>
    public int? FailingRow { get; init; }
}
