namespace TestServers;

/// <summary>The distribution's packages, downloaded and unpacked; nothing is installed.</summary>
internal sealed class PackagedServerSource : IServerSource
{
    public async Task<TestServer> StartAsync(ServerRequest request)
    {
        string root = await DebianPackages.EnsureUnpackedAsync(request).ConfigureAwait(false);
        ServerBinary binary = await UnpackedServer.In(root, request.Product).WithVersionAsync(request).ConfigureAwait(false);
        return await ThrowawayServer.StartAsync(binary, request).ConfigureAwait(false);
    }
}
