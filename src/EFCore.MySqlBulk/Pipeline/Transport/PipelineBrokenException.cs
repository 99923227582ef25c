using System.Data.Common;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>The connection has broken; statements in flight will not be answered.</summary>
internal sealed class PipelineBrokenException(string message, Exception? innerException = null) : DbException(message, innerException)
{
    public override bool IsTransient => true;
}
