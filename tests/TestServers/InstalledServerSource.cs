namespace TestServers;

/// <summary>A server program that is installed on this machine; it runs on a new data folder, and the installed one is not touched.</summary>
internal sealed class InstalledServerSource : IServerSource
{
    public async Task<TestServer> StartAsync(ServerRequest request)
    {
        List<string> refused = [];
        foreach (string path in InstalledDaemons.Find(request.Product))
        {
            try
            {
                ServerBinary binary = await ServerBinary.AtAsync(path, request).ConfigureAwait(false);
                return await ThrowawayServer.StartAsync(binary, request).ConfigureAwait(false);
            }
            catch (SourceFailedException exception)
            {
                refused.Add(exception.Message);
            }
        }
        throw new SourceFailedException(refused.Count > 0 ? string.Join("; ", refused) : "not on PATH nor in the usual folders");
    }
}
