namespace TestServers;

/// <summary>One of the four ways to a server.</summary>
internal interface IServerWay
{
    /// <exception cref="WayClosedException">This way does not work on this machine.</exception>
    /// <exception cref="ServerUnavailableException">This way works but not as asked; no other way is tried.</exception>
    Task<TestServer> StartAsync(ServerRequest request);
}
