using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>How sent rows are looked up to find out whether their statement is stored.</summary>
/// <param name="Lookup">The values that they are looked up by.</param>
/// <param name="Rows">The rows, or bare keys in their place.</param>
internal readonly record struct SentTrace(KeyLookup Lookup, ReadOnlyMemory<BulkRow> Rows);
