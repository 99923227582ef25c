using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The rows of a group of tables.</summary>
/// <param name="SelfReferences">How they refer to each other; <see langword="null" /> if they do not.</param>
/// <param name="Rows">The rows.</param>
internal sealed record GraphRows(SelfReferences? SelfReferences, BulkRow[] Rows);
