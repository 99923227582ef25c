using EFCore.MySqlBulk;

namespace Sync.Worker;

/// <summary>One attempt to make the table equal to a list.</summary>
/// <param name="List">The name of the list.</param>
/// <param name="Result">What was changed; null if the attempt failed, and nothing was.</param>
internal sealed record SyncPass(string List, BulkResult? Result);
