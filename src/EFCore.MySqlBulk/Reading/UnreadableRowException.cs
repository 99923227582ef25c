namespace EFCore.MySqlBulk.Reading;

/// <summary>A row that only EF Core's own reader, or the driver's, can read. The exception is caught, and the query is run again by EF Core.</summary>
internal sealed class UnreadableRowException : Exception;
