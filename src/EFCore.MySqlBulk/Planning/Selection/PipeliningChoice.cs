namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Whether the statements of a call are pipelined, and why.</summary>
/// <param name="IsPipelined">They are sent before earlier ones are answered.</param>
/// <param name="Reason">Why, or why not.</param>
internal readonly record struct PipeliningChoice(bool IsPipelined, string Reason);
