using System.Data.Common;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The connection is gone, and with it whatever was in flight.</summary>
internal sealed class PipelineBrokenException(string message, Exception? innerException = null) : DbException(message, innerException);
