using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Another driver for array batches than the library's own client, switched on in the context's options.</summary>
internal interface IArrayBatchDriver
{
    /// <summary>Why it cannot serve a context, as far as that shows without asking the server; <see langword="null" /> where it can.</summary>
    string? Refusal(ContextSession context, ServerFacts server);

    /// <summary>Opens a connection to the context's server, with the settings of its session taken over and without autocommit. It takes array batches only.</summary>
    /// <exception cref="ConnectionUnavailableException">It cannot be had; the message says why.</exception>
    ValueTask<IOwnConnection> OpenAsync(ContextSession context, ServerFacts server, IOBehavior io, CancellationToken token);
}
