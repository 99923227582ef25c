using System.Globalization;

namespace TestServers.Clusters;

/// <summary>The first server is written to; the others are read-only and follow it asynchronously.</summary>
internal sealed class Replicas(IReadOnlyList<MemberPlace> members, ServerKind kind) : ITopology
{
    public bool BeginsWithDataOfFirst => false;

    public string? JoinedMark => null;

    public IEnumerable<string> Arguments(MemberPlace member) =>
    [
        "--log-bin=binlog",
        string.Create(CultureInfo.InvariantCulture, $"--server-id={member.Number}"),
        .. kind is ServerKind.MySql ? (string[])["--gtid-mode=ON", "--enforce-gtid-consistency=ON", .. member.IsFirst ? (string[])[] : ["--super-read-only=ON"]]
            : member.IsFirst ? (string[])[] : ["--read-only=ON"],
    ];

    public IEnumerable<string> FirstArguments(MemberPlace member) => [];

    public string FirstSql(MemberPlace member, string password)
    {
        if (member.IsFirst)
            return "";
        string port = members[0].Port.ToString(CultureInfo.InvariantCulture);
        return kind is ServerKind.MySql
            ? $"CHANGE REPLICATION SOURCE TO SOURCE_HOST='{members[0].Host}', SOURCE_PORT={port}, SOURCE_USER='root', SOURCE_PASSWORD='{password}', SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1, SOURCE_CONNECT_RETRY=1;\nSTART REPLICA;\n"
            : $"CHANGE MASTER TO MASTER_HOST='{members[0].Host}', MASTER_PORT={port}, MASTER_USER='root', MASTER_PASSWORD='{password}', MASTER_USE_GTID=slave_pos, MASTER_CONNECT_RETRY=1;\nSTART SLAVE;\n";
    }

    public void Prepare(string folder)
    {
    }

    public Task<IEnumerable<string>> RejoinArgumentsAsync(Func<IReadOnlyList<string>, Task<string>> recover) => Task.FromResult<IEnumerable<string>>([]);
}
