using System.Net;

namespace TestServers;

/// <summary>A server program on a fresh data folder.</summary>
internal static class ThrowawayServer
{
    private const int PortAttempts = 5;

    /// <exception cref="SourceFailedException">The program cannot make a data folder here.</exception>
    /// <exception cref="ServerUnavailableException">It can, but does not start with these options.</exception>
    public static async Task<TestServer> StartAsync(ServerBinary binary, ServerRequest request)
    {
        DataTemplate template = await DataTemplate.EnsureAsync(binary, request).ConfigureAwait(false);
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return await StartOnceAsync(binary, template, request).ConfigureAwait(false);
            }
            catch (ServerStartException exception) when (exception.PortWasTaken && attempt < PortAttempts)
            {
                request.Say("the port was taken, trying another");
            }
            catch (ServerStartException exception)
            {
                throw new ServerUnavailableException($"{request.Product.Name}, {binary.Origin}, {exception.Message}", exception);
            }
        }
    }

    private static async Task<TestServer> StartOnceAsync(ServerBinary binary, DataTemplate template, ServerRequest request)
    {
        RunFolder folder = RunFolder.Create();
        try
        {
            template.CopyTo(folder.Data);
            ServerLaunch launch = Launch(binary, folder, request.Options, IPAddress.Loopback, FreePort.Choose(), []);
            ServerProcess process = await ServerProcess.StartAsync(launch, folder, request.CancellationToken).ConfigureAwait(false);
            string connectionString = ConnectionStrings.Root(request.Kind, launch.Address.ToString(), launch.Port, template.Password, request.Options);
            return new TestServer(request.Kind, connectionString, $"{binary.Version}, {binary.Origin}", new Throwaway(process, folder));
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>A server on a data folder.</summary>
    public static ServerLaunch Launch(ServerBinary binary, RunFolder folder, ServerOptions options, IPAddress address, int port, IReadOnlyList<string> more)
    {
        string data = $"--datadir={folder.Data}";
        string[] place =
        [
            data,
            $"--bind-address={address}",
            $"--port={port}",
            $"--pid-file={Path.Combine(folder.Path, "server.pid")}",
            $"--log-error={folder.ErrorLog}",
            // A starting MariaDB deletes every #sql file it finds there, including those of running statements of other servers.
            $"--tmpdir={folder.Path}",
            // Relative to the data folder: a full path may be longer than the 107 characters a socket's name can have.
            .. OperatingSystem.IsWindows() ? Array.Empty<string>() : ["--socket=server.sock"],
        ];
        string[] arguments =
        [
            .. binary.CommonArguments, .. place, .. ServerArguments.From(binary.Kind, options),
            // MySQL makes certificates of its own in every data folder, MariaDB 10.11 does not.
            .. options.RequireTls && binary.Kind is ServerKind.MariaDb ? SelfSignedCertificate.WriteTo(folder.Path).ServerArguments : [],
            .. more,
        ];
        return new ServerLaunch(binary.Program, arguments, data, port) { Address = address };
    }
}
