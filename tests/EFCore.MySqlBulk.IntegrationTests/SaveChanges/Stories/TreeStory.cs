using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Rows refer to rows of their own table, and two tables refer to each other.</summary>
public sealed class TreeStory : SaveStory
{
    public override int BulkRuns => 10;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Branch>(branch =>
        {
            branch.ToTable("branches");
            branch.HasMany(b => b.Twigs).WithOne(b => b.Parent).HasForeignKey(b => b.ParentId).OnDelete(DeleteBehavior.Restrict);
        });
        model.Entity<Team>(team =>
        {
            team.ToTable("teams");
            team.HasMany(t => t.Players).WithOne(p => p.Team).HasForeignKey(p => p.TeamId).OnDelete(DeleteBehavior.Cascade);
            team.HasOne(t => t.Captain).WithMany().HasForeignKey(t => t.CaptainId).OnDelete(DeleteBehavior.ClientSetNull);
        });
        model.Entity<Player>().ToTable("players");
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Branch> stems = [.. Numbers().Select(i => NewBranch($"{i}", depth: 3))];
        yield return Then(context => context.AddRange(stems));

        // Twigs change places with those of the next stem, and some become stems.
        yield return Then(_ =>
        {
            List<Branch> twigs = [.. stems.Select(stem => stem.Twigs[0])];
            for (int i = 0; i < Rows; i++)
                (twigs[i].Parent, stems[i].Twigs[^1].Twigs[0].Parent) = (stems[(i + 1) % Rows], null);
        });
        yield return Anew(context => context.RemoveRange(context.Set<Branch>().OrderBy(b => b.Id)));

        List<Team> teams = [.. Numbers().Select(i => new Team { Name = $"team {i}", Players = [.. Numbers(3).Select(j => new Player { Name = $"player {i}.{j}" })] })];
        yield return Then(context => context.AddRange(teams));
        yield return Then(_ => teams.ForEach(team => team.Captain = team.Players[0]));
        yield return Then(_ => teams.ForEach(team => team.Captain = team.Players[1]));
        yield return Then(context =>
        {
            foreach (Team team in teams.Take(Rows / 2))
                context.Remove(team.Captain!);
        });
        yield return Then(_ => teams.ForEach(team => team.Captain = null));
        yield return Then(context => context.RemoveRange(teams));
    }

    private static Branch NewBranch(string name, int depth)
        => new() { Name = name, Twigs = depth == 1 ? [] : [NewBranch($"{name}.1", depth - 1), NewBranch($"{name}.2", depth - 1)] };

    private sealed class Branch
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int? ParentId { get; set; }

        public Branch? Parent { get; set; }

        public List<Branch> Twigs { get; set; } = [];
    }

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

        public int TeamId { get; set; }

        public Team? Team { get; set; }
    }
}
