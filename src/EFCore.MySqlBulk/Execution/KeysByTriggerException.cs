namespace EFCore.MySqlBulk.Execution;

/// <summary>Keys that had been proven are wrong now: a trigger sets them. All was taken back, and is planned anew.</summary>
internal sealed class KeysByTriggerException() : Exception("A trigger sets the keys.");
