namespace TestServers;

/// <summary>The commands of the docker client that are used here.</summary>
internal static class DockerContainer
{
    /// <summary>A label on each of these containers, for anyone who looks for them by hand.</summary>
    public const string Label = "efcore-mysqlbulk=test-server";

    // Asked once per process: a client without a Docker engine may take seconds to say so.
    private static readonly Lazy<Task<CommandResult>> Engine = new(() =>
        new ExternalCommand("docker", ["info", "--format", "{{.ServerVersion}}"]) { TimeLimit = TimeSpan.FromSeconds(5) }.RunAsync(CancellationToken.None));

    public static string NameOf(RunFolder folder) => $"efcore-mysqlbulk-{folder.Id}";

    /// <exception cref="SourceFailedException">No Docker engine answers.</exception>
    public static async Task CheckEngineAsync(CancellationToken cancellationToken)
    {
        if (!ProgramPath.Has("docker"))
            throw new SourceFailedException("docker is not on PATH");
        CommandResult result = await Engine.Value.WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!result.Succeeded)
            throw new SourceFailedException($"no engine answers ({result.LastLine})");
    }

    /// <summary>The first of the product's images that is available locally or can be pulled.</summary>
    /// <exception cref="SourceFailedException">There is none.</exception>
    public static async Task<string> PullAsync(ServerRequest request)
    {
        CommandResult? pulled = null;
        foreach (string image in request.Product.Images)
        {
            if ((await RunAsync(request, "image", "inspect", image).ConfigureAwait(false)).Succeeded)
                return image;
            request.Say($"pulling the image {image}");
            pulled = await RunAsync(request, "pull", "--quiet", image).ConfigureAwait(false);
            if (pulled.Succeeded)
                return image;
        }
        throw new SourceFailedException($"no image can be pulled ({pulled?.LastLine})");
    }

    /// <summary>Stops and deletes a container with its volumes; it may already be gone.</summary>
    public static void Remove(string name)
    {
        try
        {
            new ExternalCommand("docker", ["rm", "--force", "--volumes", name]).RunAsync(CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (SourceFailedException)
        {
            // Docker itself is gone, and the container with it.
        }
    }

    private static Task<CommandResult> RunAsync(ServerRequest request, params string[] arguments) =>
        new ExternalCommand("docker", arguments) { TimeLimit = TimeSpan.FromMinutes(10) }.RunAsync(request.CancellationToken);
}
