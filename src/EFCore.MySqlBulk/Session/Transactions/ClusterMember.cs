using System.Data.Common;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The member of a cluster that a session is on. When it has failed, another member tells whether it is out of the cluster, so that nothing can come from it any more, and waits for what the cluster had accepted from it before.</summary>
/// <param name="Id">Its number in the cluster.</param>
/// <param name="Others">A query for the members that the one asked knows; none if it does not take part itself.</param>
/// <param name="Wait">Lets each statement of a session wait until everything is applied that the cluster has accepted before it.</param>
/// <param name="Stop">Ends that.</param>
internal sealed record ClusterMember(string Id, string Others, string Wait, string Stop)
{
    // Without a majority a member goes on as before, and everything that has to be agreed on waits.
    private const string HasMajority = "(SELECT 2*SUM(MEMBER_STATE='UNREACHABLE')<COUNT(*) FROM performance_schema.replication_group_members)";

    private const string GroupId = $"SELECT IF({HasMajority},MEMBER_ID,'') FROM performance_schema.replication_group_members WHERE MEMBER_ID=@@server_uuid AND MEMBER_STATE='ONLINE'";

    private const string GroupMembers =
        $"SELECT g.MEMBER_ID FROM performance_schema.replication_group_members g JOIN performance_schema.replication_group_members own ON own.MEMBER_ID=@@server_uuid AND own.MEMBER_STATE='ONLINE' WHERE {HasMajority}";

    private const string GaleraId = "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME='WSREP_GCOMM_UUID'";

    private const string GaleraMembers =
        "SELECT m.node_uuid FROM mysql.wsrep_cluster_members m JOIN information_schema.GLOBAL_STATUS ready ON ready.VARIABLE_NAME='WSREP_READY' AND ready.VARIABLE_VALUE='ON'";

    /// <summary>Reads the member that a session is on.</summary>
    /// <param name="session">The session.</param>
    /// <param name="server">Its server.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="CutOffException">The server does not reach the majority of its group.</exception>
    /// <returns><see langword="null" /> if the server is not in a cluster, or the user has no right to see the cluster's members.</returns>
    public static async ValueTask<ClusterMember?> FindAsync(ContextSession session, ServerFacts server, IOBehavior io, CancellationToken token)
    {
        bool isGalera = server.Flavor == ServerFlavor.MariaDb;
        try
        {
            return await session.QueryAsync(isGalera ? GaleraId : GroupId, ResultReader.Text, io, token).ConfigureAwait(false) is not [var id] ? null
                : id.Length == 0 ? throw new CutOffException()
                : isGalera ? new(id, GaleraMembers, "SET SESSION wsrep_sync_wait=1", "SET SESSION wsrep_sync_wait=DEFAULT")
                    : new(id, GroupMembers, "SET SESSION group_replication_consistency='BEFORE'", "SET SESSION group_replication_consistency=DEFAULT");
        }
        catch (DbException exception) when (ServerError.IsLasting(exception))
        {
            return null;
        }
    }

    /// <summary>Whether this member is out of the cluster, as another member of it says.</summary>
    /// <param name="other">A session on some server.</param>
    /// <param name="io">The mode.</param>
    /// <returns><see langword="null" /> if that server does not take part in the cluster, so that it may lack what the others have.</returns>
    public async ValueTask<bool?> HasLeftAsync(ContextSession other, IOBehavior io)
        => await other.QueryAsync(Others, ResultReader.Text, io, CancellationToken.None).ConfigureAwait(false) is { Count: > 0 } members ? !members.Contains(Id) : null;
}
