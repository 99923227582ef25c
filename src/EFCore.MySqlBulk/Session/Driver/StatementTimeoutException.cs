namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>A statement exceeded its timeout, and the watch has ended it.</summary>
internal sealed class StatementTimeoutException(string message, Exception? innerException) : TimeoutException(message, innerException);
