namespace EFCore.MySqlBulk.Reading;

/// <summary>A row turns out to be one that only EF Core's own reader, or the driver's, can read. Nobody sees it: the query is sent again.</summary>
internal sealed class UnreadableRowException : Exception;
