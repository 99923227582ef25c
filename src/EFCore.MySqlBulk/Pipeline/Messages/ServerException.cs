using System.Data.Common;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The server answered with an error; the session stays usable.</summary>
internal sealed class ServerException(int number, string? sqlState, string message) : DbException(message)
{
    public int Number => number;

    public override string? SqlState => sqlState;
}
