using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution;

/// <summary>How rows that were sent are looked up again, to tell from them whether their statement is stored.</summary>
/// <param name="Lookup">By which of their values.</param>
/// <param name="Rows">The rows, or bare keys in their place.</param>
internal readonly record struct SentTrace(KeyLookup Lookup, ReadOnlyMemory<BulkRow> Rows);
