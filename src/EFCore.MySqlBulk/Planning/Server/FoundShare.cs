namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>The share of looked-up rows that exist.</summary>
internal enum FoundShare
{
    Some,
    None,
    All,
}
