using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary>An operation, and what the caller asked it for.</summary>
internal readonly record struct RequestedOperation(Operation Operation, BulkRequest Request);
