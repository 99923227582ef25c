using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The parents in a graph whose collections, or references to dependents, are synchronized with the stored rows.</summary>
/// <param name="ForeignKey">The dependents' foreign key.</param>
internal sealed record CollectionScope(IForeignKey ForeignKey)
{
    /// <summary>The parents.</summary>
    public List<BulkRow> Parents { get; } = [];

    /// <summary>Entities in their collections that the call does not store, because the context tracks them.</summary>
    public List<object> Kept { get; } = [];
}
