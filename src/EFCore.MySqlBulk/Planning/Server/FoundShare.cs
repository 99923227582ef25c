namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>How many of the rows that were looked up are stored.</summary>
internal enum FoundShare
{
    Some,
    None,
    All,
}
