using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>One row takes no more round trips than with <c>SaveChanges</c>, counted on the wire.</summary>
public abstract class RoundTripCountTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    [InlineData(Operation.Delete, false)]
    public async Task One_row_takes_no_more_than_SaveChanges(Operation operation, bool inTransaction)
    {
        await using TestDatabase database = await (await servers.OfAsync(kind)).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        Line[] lines = [.. Enumerable.Range(0, 6).Select(i => new Line { Text = $"{i}" })];
        if (operation != Operation.Insert)
        {
            await using ModelContext filling = database.Context();
            filling.AddRange(lines);
            await filling.SaveChangesAsync(TestContext.Current.CancellationToken);
        }

        // A proxy of its own makes the connection string a new one.
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await using IDbContextTransaction? transaction = inTransaction ? await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken) : null;

        foreach (bool isAsync in (bool[])[true, false])
        {
            int[] ours = new int[2];
            int[] saved = new int[2];
            for (int call = 0; call < 2; call++)
            {
                int at = (isAsync ? 0 : 3) + call;
                ours[call] = await TripsAsync(proxy, () => operation switch
                {
                    Operation.Insert => context.InsertAsync(isAsync, [lines[at]]),
                    Operation.Update => context.UpdateAsync(isAsync, [Changed(lines[at])]),
                    _ => context.DeleteAsync(isAsync, [lines[at]]),
                });
                context.ChangeTracker.Clear();
                Line other = operation == Operation.Insert ? new() { Text = "other" } : new() { Id = lines[2].Id, Text = $"{isAsync}{call}" };
                if (operation == Operation.Delete)
                {
                    other = new() { Text = "to delete" };
                    context.Add(other);
                    await context.SaveChangesAsync(TestContext.Current.CancellationToken);
                }

                context.ChangeTracker.Clear();
                context.Entry(other).State = operation switch { Operation.Insert => EntityState.Added, Operation.Update => EntityState.Modified, _ => EntityState.Deleted };
                saved[call] = await TripsAsync(proxy, () => isAsync ? context.SaveChangesAsync() : Task.FromResult(context.SaveChanges()));
            }

            // The first call of a process through a connection string reads the session's facts.
            int facts = isAsync ? 1 : 0;
            Assert.True(ours[0] <= saved[0] + facts && ours[1] <= saved[1], $"{ours[0]} and {ours[1]} round trips, SaveChanges {saved[0]} and {saved[1]}: {string.Join(" | ", proxy.Links.SelectMany(link => link.Queries).TakeLast(12))}");
        }
    }

    private static Line Changed(Line line)
    {
        line.Text += "!";
        return line;
    }

    private static async Task<int> TripsAsync(FaultProxy proxy, Func<Task> work)
    {
        int before = proxy.Links.Sum(link => link.RoundTrips);
        await work();
        return proxy.Links.Sum(link => link.RoundTrips) - before;
    }

    private sealed class Line
    {
        public long Id { get; set; }

        public string Text { get; set; } = "";
    }
}

public sealed class RoundTripCountOnMySql(Servers servers) : RoundTripCountTests(servers, ServerKind.MySql);

public sealed class RoundTripCountOnMariaDb(Servers servers) : RoundTripCountTests(servers, ServerKind.MariaDb);
