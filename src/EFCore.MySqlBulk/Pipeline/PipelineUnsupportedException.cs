namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The server or the account asks for what the session cannot do; another way may.</summary>
internal sealed class PipelineUnsupportedException(string reason) : NotSupportedException(reason);
