using System.Globalization;
using System.Text.RegularExpressions;

namespace TestServers.Clusters;

/// <summary>Galera. All members start from the data of the first one, which has been a cluster by itself and recorded its position, so none of them needs a transfer of the whole state; what a member misses later it gets from another one's cache of changes.</summary>
internal sealed partial class Galera(IReadOnlyList<MemberPlace> members, string provider) : ITopology
{
    private const string Method = "missed";

    // Galera begins by asking for a whole state, by a script on both sides, whatever the joiner lacks; the donor then says that it sends the missed changes instead. This script passes on just that: its "address" is a file of the joiner.
    private const string Script = """
        #!/bin/sh
        while [ $# -gt 0 ]; do
            case $1 in
                --role) role=$2; shift ;;
                --address) address=$2; shift ;;
                --datadir) data=$2; shift ;;
                --gtid) gtid=$2; shift ;;
                --parent) parent=$2; shift ;;
                --bypass) bypass=1 ;;
            esac
            shift
        done
        if [ "$role" = joiner ]; then
            rm -f "$data/position"
            echo "ready $data/position"
            while [ ! -s "$data/position" ]; do kill -0 "$parent" || exit 1; sleep 0.05; done
            cat "$data/position"
        elif [ "$bypass" ]; then
            echo "$gtid" >"$address.new" && mv "$address.new" "$address"
            echo "done $gtid"
        else
            exit 1
        fi

        """;

    private readonly string _name = Guid.NewGuid().ToString("N");

    public bool BeginsWithDataOfFirst => true;

    public string JoinedMark => "Synchronized with group, ready for connections";

    public IEnumerable<string> Arguments(MemberPlace member) =>
    [
        "--wsrep-on=ON",
        $"--wsrep-provider={provider}",
        $"--wsrep-cluster-name={_name}",
        $"--wsrep-cluster-address=gcomm://{string.Join(',', members.Select(each => each.GroupAddress))}",
        $"--wsrep-node-address={member.KnownHost}",
        $"--wsrep-node-name=member{member.Number}",
        $"--wsrep-sst-method={Method}",
        "--binlog-format=ROW",
        "--innodb-autoinc-lock-mode=2",
        string.Create(CultureInfo.InvariantCulture, $"--server-id={member.Number}"),
        // A member that does not answer is suspected after two seconds instead of five.
        $"--wsrep-provider-options=base_host={member.GroupHost};base_port={member.GroupPort};gmcast.listen_addr=tcp://{member.GroupAddress};ist.recv_addr={member.TransferAddress};gcache.size=64M;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT5S",
    ];

    public IEnumerable<string> FirstArguments(MemberPlace member) => member.IsFirst ? ["--wsrep-new-cluster"] : [];

    public string FirstSql(MemberPlace member, string password) => "";

    public void Prepare(string folder)
    {
        string script = Path.Combine(folder, "wsrep_sst_" + Method);
        File.WriteAllText(script, Script);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    public async Task<IEnumerable<string>> RejoinArgumentsAsync(Func<IReadOnlyList<string>, Task<string>> recover)
    {
        string log = await recover(["--wsrep-recover"]).ConfigureAwait(false);
        Match position = RecoveredPosition().Match(log);
        return position.Success ? [$"--wsrep-start-position={position.Groups[1].Value}"] : throw new SourceFailedException("a member's position cannot be recovered");
    }

    [GeneratedRegex(@"Recovered position:\s*(\S+:-?\d+)")]
    private static partial Regex RecoveredPosition();
}
