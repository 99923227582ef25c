namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Whether the statements of a call are pipelined, and why.</summary>
/// <param name="IsPipelined">Whether statements are sent before earlier ones are answered.</param>
/// <param name="Reason">The reason for or against.</param>
internal readonly record struct PipeliningChoice(bool IsPipelined, string Reason);
