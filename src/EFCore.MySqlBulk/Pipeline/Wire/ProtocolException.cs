using System.Data.Common;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The server sent something that the protocol does not allow, so nothing after it can be trusted.</summary>
internal sealed class ProtocolException(string message) : DbException(message)
{
    public override bool IsTransient => true;
}
