namespace TestServers;

/// <summary>A server that somebody keeps for tests and names in an environment variable.</summary>
internal sealed class ExistingServerWay : IServerWay
{
    public Task<TestServer> StartAsync(ServerRequest request)
    {
        string variable = request.Product.ConnectionVariable;
        string? connectionString = Environment.GetEnvironmentVariable(variable);
        if (string.IsNullOrWhiteSpace(connectionString))
            throw new WayClosedException("not set");

        // Nothing here can set or even read the settings of that server, and a test that silently ran without them would prove nothing.
        string[] asked = [.. AskedFor(request.Options)];
        if (asked.Length > 0)
            throw new ServerUnavailableException(
                $"{variable} names a server whose settings are its own, but this test asks for {string.Join(", ", asked)}. " +
                $"Unset {variable} to let a throwaway server be started with them.");

        return Task.FromResult(new TestServer(request.Kind, connectionString, $"the server named by {variable}", throwaway: null));
    }

    // To do without a power cut's safety allows something and asks for nothing.
    private static IEnumerable<string> AskedFor(ServerOptions options) =>
        from property in typeof(ServerOptions).GetProperties()
        where property.Name != nameof(ServerOptions.SurvivesPowerCut)
        let value = property.GetValue(options)
        where value is not null and not false || (value is false && property.PropertyType == typeof(bool?))
        select $"{property.Name} = {value}";
}
