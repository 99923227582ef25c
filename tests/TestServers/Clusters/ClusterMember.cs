namespace TestServers.Clusters;

/// <summary>A server of a cluster, which a test can end, freeze and start again.</summary>
public sealed class ClusterMember
{
    private static readonly TimeSpan JoinLimit = TimeSpan.FromSeconds(90);

    private readonly ServerBinary _binary;
    private readonly RunFolder _folder;
    private readonly MemberPlace _place;
    private readonly ITopology _topology;
    private readonly ServerOptions _options;
    private readonly string _password;
    private readonly object _alone = new();
    private readonly MemberNetworks? _networks;
    private ServerProcess? _process;
    private ClientRelay? _relay;
    private int _starts;

    internal ClusterMember(ServerBinary binary, DataTemplate template, MemberPlace place, ITopology topology, MemberNetworks? networks, ServerOptions options)
    {
        (_binary, _place, _topology, _networks, _options, _password) = (binary, place, topology, networks, options, template.Password);
        _folder = RunFolder.Create();
        template.CopyTo(_folder.Data);
        topology.Prepare(_folder.Path);
        Server = new(binary.Kind, ConnectionStrings.Root(binary.Kind, Host, place.Port, _password, options), $"{binary.Version}, {binary.Origin}", throwaway: null);
    }

    /// <summary>1 for the first one.</summary>
    public int Number => _place.Number;

    /// <summary>Its loopback address.</summary>
    public string Host => _place.Host;

    /// <summary>The address by which the other members know it.</summary>
    public string KnownHost => _place.KnownHost;

    /// <summary>This member alone. It lives as long as the cluster.</summary>
    public TestServer Server { get; }

    /// <summary>Ends the server at once, as a crash does. Its data stays.</summary>
    public void Kill()
    {
        lock (_alone)
        {
            _relay?.Dispose();
            _relay = null;
            _process?.Dispose();
            _process = null;
        }
    }

    /// <summary>Stops the server's process without ending it: its connections stay and nothing answers.</summary>
    public void Freeze() => Freeze(isFrozen: true);

    /// <summary>Lets a frozen server go on.</summary>
    public void Resume() => Freeze(isFrozen: false);

    /// <summary>Cuts the server off from the other members. Clients still reach it.</summary>
    /// <exception cref="InvalidOperationException">The cluster was started without networks for its members.</exception>
    public Task CutOffAsync(CancellationToken cancellationToken = default) => JoinAsync(isJoined: false, cancellationToken);

    /// <summary>Lets a server that was cut off reach the others again.</summary>
    public Task JoinAsync(CancellationToken cancellationToken = default) => JoinAsync(isJoined: true, cancellationToken);

    /// <summary>Starts a server that was ended, on its data, and waits until it is in the cluster again.</summary>
    /// <exception cref="ServerUnavailableException">It does not start, or not join.</exception>
    public async Task RestartAsync(CancellationToken cancellationToken = default)
    {
        IEnumerable<string> position = await _topology.RejoinArgumentsAsync(arguments => RecoverAsync(arguments, cancellationToken)).ConfigureAwait(false);
        await StartAsync([.. position], "", cancellationToken).ConfigureAwait(false);
    }

    internal Task StartFirstAsync(CancellationToken cancellationToken)
        => StartAsync([.. _topology.FirstArguments(_place)], _topology.FirstSql(_place, _password), cancellationToken);

    /// <summary>Ends the server in order.</summary>
    internal async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_process is { } process)
            await process.StopAsync(cancellationToken).ConfigureAwait(false);
        Kill();
    }

    /// <summary>Replaces its data by that of another one, neither of which runs.</summary>
    internal void TakeDataOf(ClusterMember other)
    {
        FolderDeletion.Delete(_folder.Data);
        FolderCopy.Make(other._folder.Data, _folder.Data);
    }

    internal void Dispose()
    {
        lock (_alone)
        {
            Kill();
            _folder.Dispose();
        }
    }

    private async Task StartAsync(IReadOnlyList<string> more, string sql, CancellationToken cancellationToken)
    {
        // The log of a start has what was logged by that start alone.
        if (File.Exists(_folder.ErrorLog))
            File.Move(_folder.ErrorLog, $"{_folder.ErrorLog}.{_starts}");
        _starts++;
        string script = Path.Combine(_folder.Path, "first.sql");
        await File.WriteAllTextAsync(script, sql, cancellationToken).ConfigureAwait(false);
        ServerLaunch launch = ThrowawayServer.Launch(
            _binary, _folder, _options, _place.Address, _place.Port, [.. _topology.Arguments(_place), .. more, .. sql.Length > 0 ? (string[])[$"--init-file={script}"] : []]);
        if (_networks is not null)
            launch = InNetwork(launch, _networks);
        try
        {
            ServerProcess process = await ServerProcess.StartAsync(launch, _folder, cancellationToken).ConfigureAwait(false);
            lock (_alone)
                _process = process;
            if (_topology.JoinedMark is { } mark)
                await process.LogsAsync(mark, JoinLimit, cancellationToken).ConfigureAwait(false);
        }
        catch (ServerStartException exception)
        {
            throw new ServerUnavailableException($"Member {Number} of the cluster, {_binary.Origin}, {exception.Message}", exception);
        }
    }

    private ServerLaunch InNetwork(ServerLaunch launch, MemberNetworks networks)
    {
        lock (_alone)
            _relay = ClientRelay.Start(_place.Address, _place.Port, Path.Combine(_folder.Data, "server.sock"));
        // Whoever it is outside is root in there.
        string[] command = networks.Inside(_place.Number, launch.Program, [.. launch.Arguments, "--bind-address=0.0.0.0", "--user=root"]);
        return launch with { Program = command[0], Arguments = command[1..] };
    }

    private async Task<string> RecoverAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        // The server would add to the log of an earlier recovery, with its position.
        string log = Path.Combine(_folder.Path, "recovery.log");
        File.Delete(log);
        ServerLaunch launch = ThrowawayServer.Launch(_binary, _folder, _options, _place.Address, _place.Port, [.. _topology.Arguments(_place), .. arguments, $"--log-error={log}"]);
        await new ExternalCommand(launch.Program, launch.Arguments).RunAsync(cancellationToken).ConfigureAwait(false);
        return await File.ReadAllTextAsync(log, cancellationToken).ConfigureAwait(false);
    }

    private Task JoinAsync(bool isJoined, CancellationToken cancellationToken)
        => (_networks ?? throw new InvalidOperationException("The members have no networks of their own.")).JoinAsync(Number, isJoined, cancellationToken);

    private void Freeze(bool isFrozen)
    {
        lock (_alone)
            _process?.Freeze(isFrozen);
    }
}
