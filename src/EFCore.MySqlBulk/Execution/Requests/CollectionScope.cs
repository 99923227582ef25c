using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The parents in a graph whose collections, or references to dependents, tell which stored rows are to refer to them.</summary>
/// <param name="ForeignKey">By which they refer to them.</param>
internal sealed record CollectionScope(IForeignKey ForeignKey)
{
    /// <summary>The parents.</summary>
    public List<BulkRow> Parents { get; } = [];

    /// <summary>Entities in their collections that the call does not store, because the context tracks them.</summary>
    public List<object> Kept { get; } = [];
}
