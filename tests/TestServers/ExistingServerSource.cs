namespace TestServers;

/// <summary>An existing server for tests, named in an environment variable.</summary>
internal sealed class ExistingServerSource : IServerSource
{
    public Task<TestServer> StartAsync(ServerRequest request)
    {
        string variable = request.Product.ConnectionVariable;
        string? connectionString = Environment.GetEnvironmentVariable(variable);
        if (string.IsNullOrWhiteSpace(connectionString))
            throw new SourceFailedException("not set");

        // Nothing here can set or even read the settings of that server, and a test that silently runs without them would prove nothing.
        string[] asked = [.. AskedFor(request.Options)];
        if (asked.Length > 0)
            throw new ServerUnavailableException(
                $"{variable} names a server whose settings are its own, but this test asks for {string.Join(", ", asked)}. " +
                $"Unset {variable} to let a throwaway server be started with them.");

        return Task.FromResult(new TestServer(request.Kind, connectionString, $"the server named by {variable}", throwaway: null));
    }

    private static IEnumerable<string> AskedFor(ServerOptions options) =>
        from property in typeof(ServerOptions).GetProperties()
        let value = property.GetValue(options)
        where !IsLeftToTheServer(property.Name, value)
        select $"{property.Name} = {value}";

    // Options that give up durability, a log or a schema are permissions, not requirements.
    private static bool IsLeftToTheServer(string name, object? value) => name switch
    {
        nameof(ServerOptions.SurvivesPowerCut) => true,
        nameof(ServerOptions.BinaryLog) or nameof(ServerOptions.PerformanceSchema) => value is null or false,
        nameof(ServerOptions.LocalInfile) => value is null,
        _ => value is null or false,
    };
}
