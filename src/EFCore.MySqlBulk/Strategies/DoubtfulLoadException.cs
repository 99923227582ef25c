namespace EFCore.MySqlBulk.Strategies;

/// <summary>The server may have changed or left out rows of LOAD DATA, or has refused it: they have to be taken back, and sent in another way.</summary>
internal sealed class DoubtfulLoadException(string reason, Exception? error = null) : Exception(reason, error);
