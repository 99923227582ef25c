using System.Data.Common;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>The connection is gone, and everything in flight with it.</summary>
internal sealed class PipelineBrokenException(string message, Exception? innerException = null) : DbException(message, innerException)
{
    public override bool IsTransient => true;
}
