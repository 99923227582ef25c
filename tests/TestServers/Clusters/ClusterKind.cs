namespace TestServers.Clusters;

/// <summary>How the servers of a cluster belong together.</summary>
public enum ClusterKind
{
    /// <summary>MySQL's Group Replication with one primary.</summary>
    GroupReplication,

    /// <summary>MySQL's Group Replication in which every member is written to.</summary>
    MultiPrimaryGroup,

    /// <summary>MariaDB's Galera, in which every member is written to.</summary>
    Galera,

    /// <summary>A MySQL with read-only replicas that follow it asynchronously, by GTIDs.</summary>
    MySqlReplicas,

    /// <summary>A MariaDB with read-only replicas that follow it asynchronously, by GTIDs.</summary>
    MariaDbReplicas,

    /// <summary>A MariaDB with the Spider engine, the first server, and backends that store the rows of its tables.</summary>
    Spider,
}
