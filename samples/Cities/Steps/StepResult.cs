using EFCore.MySqlBulk;

namespace Cities.Steps;

/// <summary>A step that is done: what the bulk operation says of itself, and SaveChanges beside it.</summary>
internal sealed record StepResult(string Title, BulkResult Bulk, SliceTime? SaveChanges);
