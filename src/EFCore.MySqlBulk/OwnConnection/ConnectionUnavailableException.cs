using System.Data.Common;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The operation cannot have its own connection; the context's connection is used instead.</summary>
internal sealed class ConnectionUnavailableException(string reason, Exception? innerException = null) : Exception(reason, innerException)
{
    /// <summary>The network, or a server that did not answer: nothing else speaks against such a connection.</summary>
    public DbException? Broken => InnerException as PipelineBrokenException;

    /// <summary>The next call may get one: the refusal is not remembered.</summary>
    public bool IsForNow { get; init; }
}
