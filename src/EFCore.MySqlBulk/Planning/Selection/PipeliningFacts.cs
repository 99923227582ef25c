namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>In which ways a call can send its statements.</summary>
/// <param name="SeveralStatements">The driver accepts several statements in one command.</param>
/// <param name="CanPipeline">Statements can be sent before earlier ones are answered.</param>
/// <param name="Refusal">Why they cannot.</param>
/// <param name="ArrayBatchesOnly">Another driver pipelines, which supports only array batches.</param>
internal readonly record struct PipeliningFacts(bool SeveralStatements, bool CanPipeline, string? Refusal = null, bool ArrayBatchesOnly = false);
