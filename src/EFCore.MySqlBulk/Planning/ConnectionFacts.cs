namespace EFCore.MySqlBulk.Planning;

/// <summary>What is possible with connections in a call.</summary>
/// <param name="SeveralStatements">The context's connection accepts several statements in one command.</param>
/// <param name="CanOpenOwn">The operation can have its own connection.</param>
/// <param name="Refusal">Why it cannot.</param>
/// <param name="ArrayBatchesOnly">Another driver opens it, which supports only array batches.</param>
internal readonly record struct ConnectionFacts(bool SeveralStatements, bool CanOpenOwn, string? Refusal = null, bool ArrayBatchesOnly = false);
