namespace EFCore.MySqlBulk.Reading;

/// <summary>The keys of one statement.</summary>
/// <param name="List">The keys as they are sent.</param>
/// <param name="Places">For each key in the list, the positions of equal keys among the sorted keys.</param>
internal sealed record KeyBatch(string List, IReadOnlyList<Range> Places);
