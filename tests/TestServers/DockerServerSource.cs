using System.Security.Cryptography;

namespace TestServers;

/// <summary>A container, if a Docker engine answers.</summary>
internal sealed class DockerServerSource : IServerSource
{
    private const int ImagePort = 3306;

    public async Task<TestServer> StartAsync(ServerRequest request)
    {
        await DockerContainer.CheckEngineAsync(request.CancellationToken).ConfigureAwait(false);
        string image = await DockerContainer.PullAsync(request).ConfigureAwait(false);
        RunFolder folder = RunFolder.Create();
        try
        {
            string password = RandomNumberGenerator.GetHexString(24, lowercase: true);
            ServerLaunch launch = Launch(image, password, folder, request);
            ServerProcess process = await ServerProcess.StartAsync(launch, folder, request.CancellationToken).ConfigureAwait(false);
            string connectionString = ConnectionStrings.Root(request.Kind, launch.Address.ToString(), launch.Port, password, request.Options);
            return new TestServer(request.Kind, connectionString, $"a container of {image}", new Throwaway(process, folder));
        }
        catch (ServerStartException exception)
        {
            folder.Dispose();
            throw new ServerUnavailableException($"{request.Product.Name} in a container of {image} {exception.Message}", exception);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private static ServerLaunch Launch(string image, string password, RunFolder folder, ServerRequest request)
    {
        int port = FreePort.Choose();
        string name = DockerContainer.NameOf(folder);
        bool certificate = request.Options.RequireTls && request.Kind is ServerKind.MariaDb;
        if (certificate)
            SelfSignedCertificate.WriteTo(folder.Path);
        string[] arguments =
        [
            "run", "--rm", "--name", name, "--label", DockerContainer.Label,
            "--publish", $"127.0.0.1:{port}:{ImagePort}", "--env", $"{request.Product.PasswordVariable}={password}",
            .. certificate ? ["--volume", $"{folder.Path}:/certificates:ro"] : Array.Empty<string>(),
            image,
            .. ServerArguments.From(request.Kind, request.Options),
            .. certificate ? new SelfSignedCertificate("/certificates/server-cert.pem", "/certificates/server-key.pem").ServerArguments : [],
        ];
        return new ServerLaunch("docker", arguments, name, port, name) { LoggedPort = ImagePort };
    }
}
