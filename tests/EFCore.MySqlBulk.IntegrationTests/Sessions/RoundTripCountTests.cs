using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>One row, or a few, take no more round trips than with <c>SaveChanges</c>, counted on the wire.</summary>
[BothServers]
public abstract class RoundTripCountTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, true, 1)]
    [InlineData(Operation.Insert, true, 10)]
    [InlineData(Operation.Insert, false, 1)]
    [InlineData(Operation.Insert, false, 10)]
    [InlineData(Operation.Update, true, 1)]
    [InlineData(Operation.Update, true, 10)]
    [InlineData(Operation.Update, false, 1)]
    [InlineData(Operation.Update, false, 10)]
    [InlineData(Operation.Delete, true, 1)]
    [InlineData(Operation.Delete, true, 10)]
    [InlineData(Operation.Delete, false, 1)]
    [InlineData(Operation.Delete, false, 10)]
    public async Task Few_rows_take_no_more_than_SaveChanges(Operation operation, bool inTransaction, int rows)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        Line[] lines = [.. Enumerable.Range(0, 6 * rows).Select(i => new Line { Text = $"{i}" })];
        if (operation != Operation.Insert)
        {
            await using ModelContext filling = database.Context();
            filling.AddRange(lines);
            await filling.SaveChangesAsync(TestContext.Current.CancellationToken);
        }

        // A separate proxy makes the connection string a new one.
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
                Line[] given = [.. lines.Skip(((isAsync ? 0 : 3) + call) * rows).Take(rows)];
                ours[call] = await TripsAsync(proxy, () => operation switch
                {
                    Operation.Insert => context.InsertAsync(isAsync, given),
                    Operation.Update => context.UpdateAsync(isAsync, Changed(given)),
                    _ => context.DeleteAsync(isAsync, given),
                });
                context.ChangeTracker.Clear();
                Line[] others = [.. Enumerable.Range(0, rows).Select(i => new Line { Id = operation == Operation.Update ? lines[(2 * rows) + i].Id : 0, Text = $"{isAsync}{call}{i}" })];
                if (operation == Operation.Delete)
                {
                    context.AddRange(others);
                    await context.SaveChangesAsync(TestContext.Current.CancellationToken);
                }

                context.ChangeTracker.Clear();
                foreach (Line other in others)
                    context.Entry(other).State = operation switch { Operation.Insert => EntityState.Added, Operation.Update => EntityState.Modified, _ => EntityState.Deleted };
                saved[call] = await TripsAsync(proxy, () => isAsync ? context.SaveChangesAsync() : Task.FromResult(context.SaveChanges()));
            }

            // The first call of a process through a connection string reads the session's facts, the first that finds several rows asks for the table's indexes, and the first that counts keys asks for its engine and proves them.
            int once = !isAsync ? 0 : rows == 1 ? 1 : operation == Operation.Insert ? 3 : 2;
            Assert.True(ours[0] <= saved[0] + once && ours[1] <= saved[1], $"{ours[0]} and {ours[1]} round trips, SaveChanges {saved[0]} and {saved[1]}: {string.Join(" | ", proxy.Links.SelectMany(link => link.Queries).TakeLast(12))}");
        }
    }

    [Fact]
    public async Task Ten_rows_are_inserted_and_their_keys_counted_in_one()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        foreach (bool isAsync in (bool[])[true, false])
        {
            // The first call reads the session's facts and proves the keys of the table.
            await context.InsertAsync(isAsync, Lines());
            Assert.Equal(1, await TripsAsync(proxy, () => context.InsertAsync(isAsync, Lines())));
        }

        static Line[] Lines() => [.. Enumerable.Range(0, 10).Select(i => new Line { Text = $"{i}" })];
    }

    private static Line[] Changed(Line[] lines)
    {
        foreach (Line line in lines)
            line.Text += "!";
        return lines;
    }

    private static async Task<int> TripsAsync(FaultProxy proxy, Func<Task> work)
    {
        int before = proxy.Links.Sum(link => link.RoundTrips);
        await work();
        return proxy.Links.Sum(link => link.RoundTrips) - before;
    }
}
