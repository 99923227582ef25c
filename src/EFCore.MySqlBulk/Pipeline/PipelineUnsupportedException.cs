namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The server or the account requires something that this client does not support; another client may.</summary>
internal sealed class PipelineUnsupportedException(string reason) : NotSupportedException(reason);
