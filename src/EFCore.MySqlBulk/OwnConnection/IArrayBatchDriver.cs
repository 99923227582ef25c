using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A driver for array batches other than the library's own client, enabled in the context's options.</summary>
internal interface IArrayBatchDriver
{
    /// <summary>Why the driver cannot be used for a context, as far as that is known without a query; <see langword="null" /> if it can.</summary>
    /// <param name="context">The context.</param>
    /// <param name="session">Its session.</param>
    /// <param name="server">The server.</param>
    /// <param name="isRequested">Whether the caller has forced it, so that interceptors and wrappers are no obstacle.</param>
    string? Refusal(DbContext context, ContextSession session, ServerFacts server, bool isRequested);

    /// <summary>Opens a connection to the context's server, with the settings of its session and without autocommit. It accepts only array batches.</summary>
    /// <exception cref="ConnectionUnavailableException">The connection cannot be opened; the message says why.</exception>
    ValueTask<IOwnConnection> OpenAsync(ContextSession context, ServerFacts server, IOBehavior io, CancellationToken token);
}
