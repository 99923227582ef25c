namespace TestServers;

/// <summary>Where a server can come from.</summary>
internal interface IServerSource
{
    /// <exception cref="SourceFailedException">There is no server from this source on this machine.</exception>
    /// <exception cref="ServerUnavailableException">There is one, but not as requested; no other source is tried.</exception>
    Task<TestServer> StartAsync(ServerRequest request);
}
