using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Rows in a collection of another row of the call belong to it even if they do not refer to it themselves, as with <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class InverseReferencesTests(Servers servers, ServerKind kind)
{
    [Fact]
    public Task Where_the_class_has_a_reference_too() => AsSavedAsync<Both>(
        static model => model.Entity<Both>().ToTable("nodes").HasOne(n => n.Parent).WithMany(n => n.Children).HasForeignKey(n => n.ParentId).OnDelete(DeleteBehavior.ClientNoAction),
        (node, child) => node.Children.Add(child),
        node => $"{node.Parent?.Name} {node.ParentId}");

    [Fact]
    public Task Where_the_class_has_a_foreign_key_only() => AsSavedAsync<Keyed>(
        static model => model.Entity<Keyed>().ToTable("nodes").HasMany(n => n.Children).WithOne().HasForeignKey(n => n.ParentId).OnDelete(DeleteBehavior.ClientNoAction),
        (node, child) => node.Children.Add(child),
        node => $"{node.ParentId}");

    [Fact]
    public Task Where_the_foreign_key_is_in_the_shadow() => AsSavedAsync<Plain>(
        static model => model.Entity<Plain>().ToTable("nodes").HasMany(n => n.Children).WithOne().HasForeignKey("ParentId").OnDelete(DeleteBehavior.ClientNoAction),
        (node, child) => node.Children.Add(child),
        _ => "");

    private async Task AsSavedAsync<T>(Action<ModelBuilder> shape, Action<T, T> add, Func<T, string> shown)
        where T : Node, new()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(shape);
        foreach (bool areKeysGiven in (bool[])[false, true])
        {
            await using ModelContext saving = database.Context();
            List<T> saved = Tree(add, areKeysGiven);
            saving.AddRange(saved);
            await saving.SaveChangesAsync(Token);
            List<object?[]> asSaved = await StoredAsync(database);
            Assert.Equal(3, asSaved.Count(row => row[1] is null));
            Dictionary<int, int> indexes = Indexes(saved);
            foreach (bool isTracked in (bool[])[false, true])
            {
                foreach (bool isStream in (bool[])[false, true])
                {
                    await database.ExecuteAsync("SET foreign_key_checks = 0", "DELETE FROM nodes");
                    await using ModelContext context = database.Context();
                    List<T> nodes = Tree(add, areKeysGiven);
                    if (isTracked)
                        context.AddRange(nodes);

                    await context.BulkInsertAsync(isStream ? nodes.Where(_ => true) : nodes, cancellationToken: Token);

                    Assert.Equal(asSaved, await StoredAsync(database));
                    Assert.Equal(saved.Select(node => Renumbered(shown(node), indexes)), nodes.Select(node => Renumbered(shown(node), Indexes(nodes))));
                    Assert.Equal(nodes.Count, (await context.BulkDeleteAsync(nodes.AsEnumerable().Reverse().ToList(), cancellationToken: Token)).RowsDeleted);
                }
            }

            await database.ExecuteAsync("SET foreign_key_checks = 0", "DELETE FROM nodes");
        }
    }

    private static Dictionary<int, int> Indexes<T>(List<T> nodes)
        where T : Node
        => nodes.Select((node, i) => (node.Id, i)).ToDictionary(pair => pair.Id, pair => pair.i);

    // Keys differ from one insert to the next, but the positions of the rows do not.
    private static string Renumbered(string text, Dictionary<int, int> indexes)
        => string.Join(' ', text.Split(' ').Select(word => int.TryParse(word, out int id) ? $"#{indexes[id]}" : word));

    private static Task<List<object?[]>> StoredAsync(TestDatabase database)
        => database.QueryAsync("SELECT n.Name, p.Name FROM nodes n LEFT JOIN nodes p ON p.Id = n.ParentId ORDER BY n.Name");

    // Thirty rows, three of which are in nobody's collection; children come before their parents.
    private static List<T> Tree<T>(Action<T, T> add, bool areKeysGiven)
        where T : Node, new()
    {
        List<T> nodes = [.. Enumerable.Range(0, 30).Select(i => new T { Name = $"n{i:00}", Id = areKeysGiven ? 1000 - i : 0 })];
        for (int i = 3; i < nodes.Count; i++)
            add(nodes[(i / 3) - 1], nodes[i]);
        nodes.Reverse();
        return nodes;
    }

    private abstract class Node
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Both : Node
    {
        public int? ParentId { get; set; }

        public Both? Parent { get; set; }

        public List<Both> Children { get; } = [];
    }

    private sealed class Keyed : Node
    {
        public int? ParentId { get; set; }

        public List<Keyed> Children { get; } = [];
    }

    private sealed class Plain : Node
    {
        public List<Plain> Children { get; } = [];
    }
}
