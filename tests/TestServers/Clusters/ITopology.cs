namespace TestServers.Clusters;

/// <summary>What servers of one kind of cluster need besides what every server needs.</summary>
internal interface ITopology
{
    /// <summary>Whether the first member runs once by itself, and the others then begin with a copy of its data.</summary>
    bool BeginsWithDataOfFirst { get; }

    /// <summary>What a member logs once it is one of the cluster; null if it is as soon as it accepts connections.</summary>
    string? JoinedMark { get; }

    /// <summary>Arguments of every start.</summary>
    IEnumerable<string> Arguments(MemberPlace member);

    /// <summary>Arguments of the first start, on a new data folder.</summary>
    IEnumerable<string> FirstArguments(MemberPlace member);

    /// <summary>SQL for the first start; "" for none.</summary>
    string FirstSql(MemberPlace member, string password);

    /// <summary>Prepares a member's folder, in which the server also looks for programs.</summary>
    void Prepare(string folder);

    /// <summary>Arguments of a later start, on the data of a member that has ended, however it ended.</summary>
    /// <param name="recover">Starts the server with more arguments so that it ends by itself, and gives what it has logged.</param>
    Task<IEnumerable<string>> RejoinArgumentsAsync(Func<IReadOnlyList<string>, Task<string>> recover);
}
