using System.Globalization;

namespace TestServers.Clusters;

/// <summary>Group Replication: the first member founds the group, the others join it and fetch from its binary log what they lack, which from equal data folders is little.</summary>
internal sealed class GroupReplication(IReadOnlyList<MemberPlace> members, bool isMultiPrimary) : ITopology
{
    private readonly string _name = Guid.NewGuid().ToString();

    public bool BeginsWithDataOfFirst => false;

    public string JoinedMark => "declared online within the replication group";

    public IEnumerable<string> Arguments(MemberPlace member) =>
    [
        "--log-bin=binlog",
        string.Create(CultureInfo.InvariantCulture, $"--server-id={member.Number}"),
        "--gtid-mode=ON",
        "--enforce-gtid-consistency=ON",
        $"--report-host={member.KnownHost}",
        "--plugin-load-add=group_replication.so",
        $"--loose-group_replication_group_name={_name}",
        "--loose-group_replication_start_on_boot=ON",
        $"--loose-group_replication_local_address={member.GroupAddress}",
        $"--loose-group_replication_group_seeds={string.Join(',', members.Select(each => each.GroupAddress))}",
        $"--loose-group_replication_ip_allowlist=127.0.0.1/8,{MemberNetworks.Addresses}0/24",
        "--loose-group_replication_recovery_get_public_key=ON",
        // A member that does not answer is expelled after ten seconds, half of which suspecting it takes: on a busy machine an answer may take as long as that.
        "--loose-group_replication_member_expel_timeout=5",
        .. isMultiPrimary ? (string[])["--loose-group_replication_single_primary_mode=OFF", "--loose-group_replication_enforce_update_everywhere_checks=ON"] : [],
    ];

    public IEnumerable<string> FirstArguments(MemberPlace member) => member.IsFirst ? ["--loose-group_replication_bootstrap_group=ON"] : [];

    public string FirstSql(MemberPlace member, string password)
        => $"CHANGE REPLICATION SOURCE TO SOURCE_USER='root', SOURCE_PASSWORD='{password}' FOR CHANNEL 'group_replication_recovery';\n"
            + (member.HasNetwork ? $"SET sql_log_bin=0;\nCREATE USER 'root'@'{MemberNetworks.Addresses}%' IDENTIFIED BY '{password}';\nGRANT REPLICATION SLAVE ON *.* TO 'root'@'{MemberNetworks.Addresses}%';\nSET sql_log_bin=1;\n" : "");

    public void Prepare(string folder)
    {
    }

    public Task<IEnumerable<string>> RejoinArgumentsAsync(Func<IReadOnlyList<string>, Task<string>> recover) => Task.FromResult<IEnumerable<string>>([]);
}
