using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Another client for array batches than the library's own pipeline, switched on in the context's options.</summary>
internal interface IArrayBatchEngine
{
    /// <summary>Why it cannot serve a context, as far as that shows without asking the server; <see langword="null" /> where it can.</summary>
    string? Refusal(ContextSession context, ServerFacts server);

    /// <summary>Opens a connection to the context's server, with the settings of its session taken over and without autocommit.</summary>
    /// <exception cref="PipelineUnavailableException">It cannot be had; the message says why.</exception>
    ValueTask<IArrayBatchLink> OpenAsync(ContextSession context, ServerFacts server, IOBehavior io, CancellationToken token);
}
