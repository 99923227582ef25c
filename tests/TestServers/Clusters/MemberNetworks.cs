using System.Diagnostics;
using System.Globalization;

namespace TestServers.Clusters;

/// <summary>A network for each member of a cluster, all of which a bridge joins: a member is cut off from the others by its end of the cable. Clients do not use them, so they reach every member all the while.</summary>
/// <remarks>They belong to a user namespace, in which an ordinary user may set networks up.</remarks>
internal sealed class MemberNetworks : IDisposable
{
    private const string Script = """
        ip link set lo up && ip link add joined type bridge && ip link set joined up || exit 1
        for number in $(seq "$1"); do
            setpriv --pdeathsig KILL unshare -n sleep infinity &
            member=$!
            while [ "$(readlink /proc/$member/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
            ip link add "member$number" type veth peer name cable netns "$member" && ip link set "member$number" master joined up || exit 1
            nsenter --net="/proc/$member/ns/net" sh -c "ip link set lo up && ip addr add $2$number/24 dev cable && ip link set cable up" || exit 1
            echo "$member"
        done
        exec sleep infinity
        """;

    private static readonly string[] Programs = ["unshare", "nsenter", "setpriv", "ip"];

    private readonly Process _holder;
    private readonly List<string> _members = [];

    private MemberNetworks(Process holder) => _holder = holder;

    /// <summary>What the members' addresses begin with.</summary>
    public const string Addresses = "10.77.0.";

    /// <exception cref="SourceFailedException">They cannot be had here.</exception>
    public static async Task<MemberNetworks> StartAsync(int count, CancellationToken cancellationToken)
    {
        if (Programs.FirstOrDefault(program => !ProgramPath.Has(program)) is { } missing)
            throw new SourceFailedException($"members of a cluster cannot have networks of their own: {missing} is not on PATH");
        ProcessStartInfo start = new() { RedirectStandardOutput = true, RedirectStandardError = true };
        MemberNetworks networks = new(Watcher.Start(start, "unshare", ["-Urn", "sh", "-c", Script, "sh", count.ToString(CultureInfo.InvariantCulture), Addresses], input: ""));
        try
        {
            while (networks._members.Count < count)
            {
                string line = await networks._holder.StandardOutput.ReadLineAsync(cancellationToken).ConfigureAwait(false)
                    ?? throw new SourceFailedException($"members of a cluster cannot have networks of their own: {(await networks._holder.StandardError.ReadToEndAsync(cancellationToken).ConfigureAwait(false)).Trim()}");
                networks._members.Add(line);
            }

            return networks;
        }
        catch
        {
            networks.Dispose();
            throw;
        }
    }

    /// <summary>A program and its arguments that run in a member's network.</summary>
    public string[] Inside(int member, string program, IEnumerable<string> arguments) => Inside(_members[member - 1], program, arguments);

    /// <summary>Cuts a member off from the others, or joins it again.</summary>
    /// <exception cref="SourceFailedException">That failed.</exception>
    public async Task JoinAsync(int member, bool isJoined, CancellationToken cancellationToken)
    {
        string[] command = Inside(_holder.Id.ToString(CultureInfo.InvariantCulture), "ip", ["link", "set", string.Create(CultureInfo.InvariantCulture, $"member{member}"), isJoined ? "up" : "down"]);
        CommandResult result = await new ExternalCommand(command[0], command[1..]).RunAsync(cancellationToken).ConfigureAwait(false);
        if (result.ExitCode != 0)
            throw new SourceFailedException($"ip: {result.LastLine}");
    }

    public void Dispose()
    {
        if (!_holder.HasExited)
            _holder.Kill();
        _holder.WaitForExit();
        Watcher.Dismiss(_holder);
        _holder.Dispose();
    }

    private string[] Inside(string process, string program, IEnumerable<string> arguments)
        => ["nsenter", $"--user=/proc/{_holder.Id}/ns/user", $"--net=/proc/{process}/ns/net", "--preserve-credentials", program, .. arguments];
}
