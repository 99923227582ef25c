using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>Spider, whose tables have their rows on three backends.</summary>
public sealed class SpiderCluster() : Cluster(ClusterKind.Spider, members: 4)
{
    private const string Columns = "Id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, Token int NOT NULL, Name longtext NOT NULL, Score double NOT NULL";

    /// <summary>A table of tickets on the first server: a plain one, or one of Spider whose rows are divided among the backends.</summary>
    public async Task<TestDatabase> TicketsAsync(bool onBackends)
    {
        SkipIfImpossible();
        TestDatabase database = await Of(0).CreateAsync(Tickets.Model);
        await database.ExecuteAsync("DROP TABLE tickets");
        if (!onBackends)
        {
            await database.ExecuteAsync($"CREATE TABLE tickets ({Columns})");
            return database;
        }

        foreach (ClusterMember backend in Members.Skip(1))
        {
            await using TestDatabase there = await Of(backend.Number - 1).CreateAsync(_ => { });
            await there.ExecuteAsync($"CREATE DATABASE {database.Name} CHARACTER SET utf8mb4", $"CREATE TABLE {database.Name}.tickets ({Columns})");
        }

        await database.ExecuteAsync($"CREATE TABLE tickets ({Columns}) ENGINE=SPIDER COMMENT='wrapper \"mysql\", database \"{database.Name}\", table \"tickets\"' "
            + $"PARTITION BY KEY (Id) ({string.Join(", ", Members.Skip(1).Select(backend => $"PARTITION p{backend.Number} COMMENT='srv \"backend{backend.Number}\"'"))})");
        return database;
    }
}
