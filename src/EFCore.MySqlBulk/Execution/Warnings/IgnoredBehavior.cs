namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Something that SaveChanges or a query does and that a bulk operation does not.</summary>
/// <param name="Event">The number of its event.</param>
/// <param name="Subject">Its subject: context, entity type or navigation.</param>
/// <param name="Sentence">The warning's text.</param>
internal readonly record struct IgnoredBehavior(int Event, string Subject, string Sentence);
