namespace TestServers.Clusters;

/// <summary>Several real servers that belong together. They are gone, with their data, when it is disposed of or when this process ends.</summary>
public sealed class TestCluster : IAsyncDisposable, IDisposable
{
    private readonly IDisposable _atExit;
    private readonly List<ClusterMember> _members = [];
    private readonly object _alone = new();
    private MemberNetworks? _networks;
    private bool _isDisposed;

    private TestCluster(ClusterKind kind)
    {
        Kind = kind;
        _atExit = ExitActions.Add(Dispose);
    }

    /// <summary>Whether this machine can have a cluster: Linux with apt-get and dpkg-deb.</summary>
    public static bool IsPossible => DebianPackages.CanUnpack;

    /// <summary>Why the members of a cluster cannot have networks of their own here; null if they can. It takes some milliseconds.</summary>
    public static async Task<string?> WhyNotCutOffAsync(CancellationToken cancellationToken = default)
    {
        try
        {
            (await MemberNetworks.StartAsync(2, cancellationToken).ConfigureAwait(false)).Dispose();
            return null;
        }
        catch (SourceFailedException exception)
        {
            return exception.Message;
        }
    }

    public ClusterKind Kind { get; }

    /// <summary>The first one was written to first.</summary>
    public IReadOnlyList<ClusterMember> Members => _members;

    /// <summary>Root's connection with the list of all members, the first one first, without a database. MySqlConnector reads it: all members have the same port.</summary>
    public string ConnectionString
        => _members[0].Server.ConnectionString.Replace($"Server={_members[0].Host}", $"Server={string.Join(',', _members.Select(member => member.Host))}", StringComparison.Ordinal);

    /// <summary>Starts a cluster on loopback addresses (127.0.0.1, 127.0.0.2, …), from the distribution's packages.</summary>
    /// <param name="kind">How its servers belong together.</param>
    /// <param name="members">How many servers, from 2 on.</param>
    /// <param name="canBeCutOff">Whether each member has a network of its own, so that it can be cut off from the others.</param>
    /// <param name="options">Settings of each server; null for the defaults.</param>
    /// <param name="progress">Receives a message before anything that takes long; null writes it to the console's error stream.</param>
    /// <param name="cancellationToken">Ends the start; nothing is left behind.</param>
    /// <exception cref="ServerUnavailableException">The packages cannot be had here, or a server does not start or join.</exception>
    public static async Task<TestCluster> StartAsync(
        ClusterKind kind, int members = 3, bool canBeCutOff = false, ServerOptions? options = null, IProgress<string>? progress = null, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(members, 2);
        ServerProduct product = kind is ClusterKind.Spider ? ServerProduct.WithSpider()
            : ServerProduct.InCluster(kind is ClusterKind.Galera or ClusterKind.MariaDbReplicas ? ServerKind.MariaDb : ServerKind.MySql);
        ServerRequest request = new(product, options ?? new ServerOptions(), progress ?? new ConsoleProgress(), cancellationToken);
        TestCluster cluster = new(kind);
        try
        {
            Leftovers.Remove(request.Say);
            if (canBeCutOff)
                cluster._networks = await MemberNetworks.StartAsync(members, cancellationToken).ConfigureAwait(false);
            await cluster.StartAsync(request, members).ConfigureAwait(false);
            return cluster;
        }
        catch (Exception exception)
        {
            cluster.Dispose();
            if (exception is SourceFailedException or IOException or UnauthorizedAccessException)
                throw new ServerUnavailableException($"{request.Product.Name} in a cluster: {exception.Message}. It needs Debian or Ubuntu with apt-get reaching its archive.", exception);
            throw;
        }
    }

    public void Dispose()
    {
        lock (_alone)
        {
            if (_isDisposed)
                return;
            _isDisposed = true;
            _atExit.Dispose();
            foreach (ClusterMember member in _members)
                member.Dispose();
            _networks?.Dispose();
        }
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task StartAsync(ServerRequest request, int count)
    {
        ServerBinary binary = await PackagedServerSource.FindAsync(request).ConfigureAwait(false);
        DataTemplate template = await DataTemplate.EnsureAsync(binary, request).ConfigureAwait(false);
        int[] ports = FreePort.ChooseLasting(1 + (2 * count));
        MemberPlace[] places = [.. Enumerable.Range(1, count).Select(number => new MemberPlace(number, ports[0], ports[(2 * number) - 1], ports[2 * number], HasNetwork: _networks is not null))];
        ITopology topology = Kind switch
        {
            ClusterKind.GroupReplication => new GroupReplication(places, isMultiPrimary: false),
            ClusterKind.MultiPrimaryGroup => new GroupReplication(places, isMultiPrimary: true),
            ClusterKind.Galera => new Galera(places, Path.Combine(binary.Root, "lib", "galera", "libgalera_smm.so")),
            ClusterKind.MySqlReplicas or ClusterKind.MariaDbReplicas => new Replicas(places, binary.Kind),
            ClusterKind.Spider => new Spider(places),
            _ => throw new InvalidOperationException($"Unknown kind of cluster: {Kind}."),
        };
        foreach (MemberPlace place in places)
            _members.Add(new(binary, template, place, topology, _networks, request.Options));
        if (topology.BeginsWithDataOfFirst)
        {
            await _members[0].StartFirstAsync(request.CancellationToken).ConfigureAwait(false);
            await _members[0].StopAsync(request.CancellationToken).ConfigureAwait(false);
            foreach (ClusterMember member in _members.Skip(1))
                member.TakeDataOf(_members[0]);
        }

        // The first one founds the cluster. The others join it one after the other: a group takes in one at a time.
        foreach (ClusterMember member in _members)
        {
            request.Say($"starting member {member.Number} of {count}");
            await member.StartFirstAsync(request.CancellationToken).ConfigureAwait(false);
        }
    }
}
