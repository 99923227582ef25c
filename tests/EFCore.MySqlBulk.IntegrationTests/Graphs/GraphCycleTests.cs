using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Two tables that refer to each other by foreign keys that may be NULL: a cycle of rows is refused, as <c>SaveChanges</c> refuses it, and a cycle of tables without one is stored.</summary>
[BothServers]
public abstract class GraphCycleTests(Servers servers, ServerKind kind)
{
    private const int Count = 12;

    public enum Way
    {
        Insert,
        InsertOrUpdate,
    }

    [Theory]
    [InlineData(Way.Insert, 1, true)]
    [InlineData(Way.Insert, 2, false)]
    [InlineData(Way.InsertOrUpdate, 1, false)]
    [InlineData(Way.InsertOrUpdate, 2, true)]
    public async Task A_cycle_of_rows_is_refused_by_name_and_stored_once_it_is_open(Way way, int teamsInIt, bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Team> theirs = Closed(teamsInIt);
        List<Team> mine = Closed(teamsInIt);
        saving.AddRange(theirs);

        InvalidOperationException byName = await Assert.ThrowsAsync<InvalidOperationException>(() => saving.SaveChangesAsync(Token));
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => RunAsync(context, way, mine, isAsync));

        Assert.Contains("circular dependency", byName.Message, StringComparison.Ordinal);
        Assert.Equal(
            "A circular dependency was detected among the rows: " + (teamsInIt == 1 ? "'Player' of row 3, 'Team' of row 3" : "'Player' of row 3, 'Team' of row 3, 'Player' of row 4, 'Team' of row 4"),
            refused.Message.Split(". ")[0]);
        Assert.Empty(await StoredAsync(sent));
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.All(mine, team => Assert.Equal((0, 0, null), (team.Id, team.Captain!.Id, team.CaptainId)));
        Assert.All(mine, team => Assert.Null(team.Captain!.TeamId));

        Player captain = mine[3].Captain!;
        theirs[3].Captain = null;
        mine[3].Captain = null;
        mine[3].Players.Add(captain);
        await saving.SaveChangesAsync(Token);
        await RunAsync(context, way, mine, isAsync);

        Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));

        // The message says how to set the reference afterwards.
        mine[3].Captain = captain;
        await context.BulkUpdateAsync([mine[3]], cancellationToken: Token);
        Assert.Equal(1, await sent.CountAsync("SELECT COUNT(*) FROM teams t JOIN players p ON p.Id = t.CaptainId WHERE t.Name = 'team 03' AND p.Name = 'captain 03'"));
    }

    [Theory]
    [InlineData(Way.Insert, true)]
    [InlineData(Way.Insert, false)]
    [InlineData(Way.InsertOrUpdate, true)]
    [InlineData(Way.InsertOrUpdate, false)]
    public async Task A_cycle_of_tables_is_stored_if_no_row_is_in_one(Way way, bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Team> theirs = Open();
        List<Team> mine = Open();
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);

        BulkResult result = await RunAsync(context, way, mine, isAsync);

        Assert.Equal((2 * Count) + Count, result.RowsInserted);
        Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));
        Assert.Equal(theirs.Select(Shown), mine.Select(Shown));
        Assert.All(mine, team => Assert.Equal(team.Captain!.Id, team.CaptainId));
        Assert.All(mine, team => Assert.All(team.Players, player => Assert.Equal(team.Id, player.TeamId)));
    }

    // Each captain belongs to another team, so that there is an order, which goes back and forth between the tables.
    private static List<Team> Open()
    {
        List<Team> teams = [.. Enumerable.Range(0, Count).Select(i => new Team { Name = $"team {i:00}", Captain = new() { Name = $"captain {i:00}" }, Players = [new() { Name = $"player {i:00}" }] })];
        for (int i = 1; i < Count; i++)
            teams[i].Captain!.Team = teams[i - 1];
        return teams;
    }

    // The team 3 and its captain, or the teams 3 and 4, each with the captain of the other.
    private static List<Team> Closed(int teams)
    {
        List<Team> all = [.. Enumerable.Range(0, 5).Select(i => new Team { Name = $"team {i:00}", Captain = new() { Name = $"captain {i:00}" } })];
        all[3].Captain!.Team = all[teams == 1 ? 3 : 4];
        if (teams == 2)
            all[4].Captain!.Team = all[3];
        return all;
    }

    private static string Shown(Team team) => $"{team.Name} {team.Captain?.Name} {team.Captain?.Team?.Name} {string.Join(',', team.Players.Select(player => $"{player.Name} {player.Team?.Name}").Order(StringComparer.Ordinal))}";

    private static Task<BulkResult> RunAsync(ModelContext context, Way way, List<Team> teams, bool isAsync) => (way, isAsync) switch
    {
        (Way.Insert, true) => context.BulkInsertAsync(teams, new() { IncludeGraph = true }, Token),
        (Way.Insert, false) => Task.Run(() => context.BulkInsert(teams, new() { IncludeGraph = true })),
        (_, true) => context.BulkInsertOrUpdateAsync(teams, new() { IncludeGraph = true }, Token),
        _ => Task.Run(() => context.BulkInsertOrUpdate(teams, new() { IncludeGraph = true })),
    };

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT 'team', t.Name, p.Name FROM teams t LEFT JOIN players p ON p.Id = t.CaptainId UNION ALL SELECT 'player', p.Name, t.Name FROM players p LEFT JOIN teams t ON t.Id = p.TeamId"))
            .Select(row => string.Join('|', row.Select(value => value ?? "NULL"))).Order(StringComparer.Ordinal)];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Team>().ToTable("teams").HasOne(t => t.Captain).WithMany().HasForeignKey(t => t.CaptainId);
        model.Entity<Player>().ToTable("players").HasOne(p => p.Team).WithMany(t => t.Players).HasForeignKey(p => p.TeamId);
    });

    private sealed class Team
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int? CaptainId { get; set; }

        public Player? Captain { get; set; }

        public List<Player> Players { get; set; } = [];
    }

    private sealed class Player
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int? TeamId { get; set; }

        public Team? Team { get; set; }
    }
}
