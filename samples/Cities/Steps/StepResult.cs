using EFCore.MySqlBulk;

namespace Cities.Steps;

/// <summary>A finished step: the result of the bulk operation, and SaveChanges for comparison.</summary>
internal sealed record StepResult(string Title, BulkResult Bulk, SliceTime? SaveChanges);
