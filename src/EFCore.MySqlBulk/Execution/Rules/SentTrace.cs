using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>How rows that were sent are looked up again, to find out from them whether their statement is stored.</summary>
/// <param name="Lookup">Which of their values they are looked up by.</param>
/// <param name="Rows">The rows, or bare keys in their place.</param>
internal readonly record struct SentTrace(KeyLookup Lookup, ReadOnlyMemory<BulkRow> Rows);
