namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>The ways in which a call can send its statements.</summary>
/// <param name="SeveralStatements">Whether the driver accepts several statements in one command.</param>
/// <param name="CanPipeline">Whether statements can be sent before earlier ones are answered.</param>
/// <param name="Refusal">Why they cannot.</param>
/// <param name="ArrayBatchesOnly">Whether another driver pipelines, which supports only array batches.</param>
/// <param name="LoadRefusal">Why LOAD DATA LOCAL cannot be used, as far as that is known.</param>
/// <param name="LongStatements">Whether the driver sends a long statement without a pause in it.</param>
internal readonly record struct PipeliningFacts(bool SeveralStatements, bool CanPipeline, string? Refusal = null, bool ArrayBatchesOnly = false, string? LoadRefusal = null, bool LongStatements = false);
