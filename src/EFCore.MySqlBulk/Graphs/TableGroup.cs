using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Relations;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>Tables of a graph whose rows are stored in one stage.</summary>
/// <param name="Tables">The tables.</param>
/// <param name="SelfReferences">How their rows refer to each other; <see langword="null" /> if they do not.</param>
internal sealed record TableGroup(IReadOnlyList<TableMap> Tables, SelfReferences? SelfReferences);
