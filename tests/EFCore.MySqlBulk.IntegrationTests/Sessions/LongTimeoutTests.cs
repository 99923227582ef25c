using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>Any positive timeout works, even one that is too long for a timer.</summary>
[BothServers]
public abstract class LongTimeoutTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(3_000, true)]
    [InlineData(3_000, false)]
    public async Task Sixty_days_and_the_longest_time_span_are_valid_timeouts(int rows, bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        await using ModelContext context = database.Context();
        foreach (TimeSpan? timeout in (TimeSpan?[])[TimeSpan.FromDays(60), TimeSpan.MaxValue, null])
        {
            if (timeout is null)
                context.Database.SetCommandTimeout(int.MaxValue);
            await context.InsertAsync(isAsync, Lines(), new() { Timeout = timeout });
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
            await context.InsertAsync(isAsync, Lines(), new() { Timeout = timeout });
            await transaction.CommitAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(6 * rows, await database.CountAsync("SELECT COUNT(*) FROM entries"));

        List<Line> Lines() => [.. Enumerable.Range(0, rows).Select(i => new Line { Text = $"{i}" })];
    }
}
