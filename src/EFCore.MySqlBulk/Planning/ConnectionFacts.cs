namespace EFCore.MySqlBulk.Planning;

/// <summary>What may be done with connections in a call.</summary>
/// <param name="SeveralStatements">Several statements may go in one command on the context's connection.</param>
/// <param name="CanOpenOwn">The operation may have a connection of its own.</param>
/// <param name="Refusal">Why it may not.</param>
/// <param name="ArrayBatchesOnly">Another driver opens it, which takes nothing but array batches.</param>
internal readonly record struct ConnectionFacts(bool SeveralStatements, bool CanOpenOwn, string? Refusal = null, bool ArrayBatchesOnly = false);
