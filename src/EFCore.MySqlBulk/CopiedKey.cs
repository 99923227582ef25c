namespace EFCore.MySqlBulk;

/// <summary>The keys of a row and of its copy, for <see cref="BulkInsertIntoOptions{TEntity}.CopiedKeys" />.</summary>
/// <param name="Source">The primary key of the row: one value for each key property, in the model's order, as <c>Find</c> takes them.</param>
/// <param name="Copy">The key that the server generated for the copy, in the type of the other table's key property.</param>
public sealed record CopiedKey(IReadOnlyList<object> Source, object Copy);
