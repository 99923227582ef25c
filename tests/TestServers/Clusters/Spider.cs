using System.Globalization;
using System.Text;

namespace TestServers.Clusters;

/// <summary>Spider: the first server has the engine, and knows the others by the names <c>backend2</c>, <c>backend3</c> and so on. They are servers like any other, and do not know of each other.</summary>
internal sealed class Spider(IReadOnlyList<MemberPlace> members) : ITopology
{
    public bool BeginsWithDataOfFirst => false;

    public string? JoinedMark => null;

    public IEnumerable<string> Arguments(MemberPlace member)
        => member.IsFirst ? ["--plugin-load-add=ha_spider"] : [string.Create(CultureInfo.InvariantCulture, $"--server-id={member.Number}")];

    public IEnumerable<string> FirstArguments(MemberPlace member) => [];

    public string FirstSql(MemberPlace member, string password)
    {
        StringBuilder sql = new();
        foreach (MemberPlace backend in member.IsFirst ? members.Skip(1) : [])
            sql.Append(CultureInfo.InvariantCulture, $"CREATE SERVER backend{backend.Number} FOREIGN DATA WRAPPER mysql OPTIONS (HOST '{backend.Host}', PORT {backend.Port}, USER 'root', PASSWORD '{password}');\n");
        return sql.ToString();
    }

    public void Prepare(string folder)
    {
    }

    public Task<IEnumerable<string>> RejoinArgumentsAsync(Func<IReadOnlyList<string>, Task<string>> recover) => Task.FromResult<IEnumerable<string>>([]);
}
