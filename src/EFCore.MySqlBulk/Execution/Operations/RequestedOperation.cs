using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary>An operation and its options.</summary>
internal readonly record struct RequestedOperation(Operation Operation, BulkRequest Request);
