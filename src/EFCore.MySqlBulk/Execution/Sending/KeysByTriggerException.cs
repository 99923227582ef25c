namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Keys that had been verified are wrong now, because a trigger sets them. Everything was rolled back and will be planned anew.</summary>
internal sealed class KeysByTriggerException() : Exception("A trigger sets the keys.");
