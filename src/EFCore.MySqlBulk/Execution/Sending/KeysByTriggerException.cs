namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>A trigger now sets keys of a table whose keys were verified before. The call was rolled back and will be planned again.</summary>
internal sealed class KeysByTriggerException() : Exception("A trigger sets the keys.");
