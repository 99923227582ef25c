namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Something that a caller may expect, from SaveChanges or from queries, and that a bulk operation does not do.</summary>
/// <param name="Event">The number of its event.</param>
/// <param name="Subject">What it is about: context, entity type or navigation.</param>
/// <param name="Sentence">What the caller is told.</param>
internal readonly record struct IgnoredBehavior(int Event, string Subject, string Sentence);
