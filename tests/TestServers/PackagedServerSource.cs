namespace TestServers;

/// <summary>The distribution's packages, downloaded and unpacked; nothing is installed.</summary>
internal sealed class PackagedServerSource : IServerSource
{
    public async Task<TestServer> StartAsync(ServerRequest request)
    {
        return await ThrowawayServer.StartAsync(await FindAsync(request).ConfigureAwait(false), request).ConfigureAwait(false);
    }

    /// <summary>The server program, downloaded if no run has done so yet.</summary>
    /// <exception cref="SourceFailedException">It cannot be had here.</exception>
    public static async Task<ServerBinary> FindAsync(ServerRequest request)
    {
        string root = await DebianPackages.EnsureUnpackedAsync(request).ConfigureAwait(false);
        return await UnpackedServer.In(root, request.Product).WithVersionAsync(request).ConfigureAwait(false);
    }
}
