namespace TestServers;

/// <summary>One call of <see cref="TestServer.StartAsync"/>, as the sources see it.</summary>
internal sealed record ServerRequest(ServerProduct Product, ServerOptions Options, IProgress<string> Progress, CancellationToken CancellationToken)
{
    public ServerKind Kind => Product.Kind;

    public void Say(string text) => Progress.Report($"{Product.Name}: {text}");
}
