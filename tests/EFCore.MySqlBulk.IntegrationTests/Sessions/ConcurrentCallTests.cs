using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>Using one context twice at the same time is refused with EF Core's own message, and neither call is half done.</summary>
[BothServers]
public abstract class ConcurrentCallTests(Servers servers, ServerKind kind)
{
    private const string Sentence = "A second operation was started on this context instance before a previous operation completed";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_during_another_is_refused_and_the_first_goes_on(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        TaskCompletionSource reading = new();
        TaskCompletionSource go = new();
        Task<BulkResult> first = context.BulkInsertAsync(Stream(reading, go), cancellationToken: Token);
        await reading.Task;

        InvalidOperationException insert = await RefusedAsync(() => isAsync ? context.BulkInsertAsync(Lines(1), cancellationToken: Token) : Task.FromResult(context.BulkInsert(Lines(1))));
        InvalidOperationException execute = await RefusedAsync(() => isAsync
            ? context.BulkExecuteRawAsync(["x"], "UPDATE `lines` SET Text = {0}", x => x, cancellationToken: Token)
            : Task.FromResult(context.BulkExecuteRaw(["x"], "UPDATE `lines` SET Text = {0}", x => x)));
        InvalidOperationException explain = await RefusedAsync(() => isAsync ? context.ExplainBulkInsertAsync(Lines(1), cancellationToken: Token) : Task.FromResult(context.ExplainBulkInsert(Lines(1))));
        InvalidOperationException save = await RefusedAsync(() => context.Set<Line>().ToListAsync(Token));
        go.SetResult();

        Assert.All([insert, execute, explain, save], refused => Assert.StartsWith(Sentence, refused.Message, StringComparison.Ordinal));
        Assert.Equal(2, (await first).RowsInserted);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));
        Assert.Equal(1, (await context.BulkInsertAsync(Lines(1), cancellationToken: Token)).RowsInserted);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_may_use_the_context_of_their_own_call(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();

        BulkResult outer = isAsync
            ? await context.BulkInsertAsync(Stream(), cancellationToken: Token)
            : context.BulkInsert(Stream().ToBlockingEnumerable(Token));

        Assert.Equal(2, outer.RowsInserted);
        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));

        async IAsyncEnumerable<Line> Stream()
        {
            for (int i = 0; i < 2; i++)
            {
                if (isAsync)
                    await context.BulkInsertAsync(Lines(1), cancellationToken: Token);
                else
                    context.BulkInsert(Lines(1));
                yield return new() { Text = "outer" };
            }
        }
    }

    [Fact]
    public async Task The_check_may_be_turned_off_as_for_any_use()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(options => options.EnableThreadSafetyChecks(false));
        TaskCompletionSource reading = new();
        TaskCompletionSource go = new();
        Task<BulkResult> first = context.BulkInsertAsync(Stream(reading, go), cancellationToken: Token);
        await reading.Task;
        await context.BulkInsertAsync(Lines(1), cancellationToken: Token);
        go.SetResult();

        Assert.Equal(2, (await first).RowsInserted);
        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));
    }

    private static Task<InvalidOperationException> RefusedAsync<T>(Func<Task<T>> call) => Assert.ThrowsAsync<InvalidOperationException>(call);

    private static List<Line> Lines(int count) => [.. Enumerable.Range(0, count).Select(i => new Line { Text = $"{i}" })];

    private static async IAsyncEnumerable<Line> Stream(TaskCompletionSource reading, TaskCompletionSource go)
    {
        yield return new() { Text = "first" };
        reading.SetResult();
        await go.Task;
        yield return new() { Text = "second" };
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("lines"));
}
