using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>One call, with its arguments checked.</summary>
internal sealed record BulkRequest
{
    public required DbContext Context { get; init; }

    public required IEntityType EntityType { get; init; }

    public required BulkOperation Operation { get; init; }

    public required ResolvedOptions Options { get; init; }

    public required RowSource Rows { get; init; }

    /// <summary>The rows are keys of this type, not entities.</summary>
    public Type? BareKeyType { get; init; }
}
