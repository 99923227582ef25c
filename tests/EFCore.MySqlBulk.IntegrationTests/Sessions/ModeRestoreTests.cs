using System.Collections.Concurrent;
using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>If the <c>sql_mode</c> of a session that stays open could not be restored, an event says so.</summary>
[BothServers]
public abstract class ModeRestoreTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_mode_that_does_not_come_back_after_a_failure_is_logged(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Note>().ToTable("notes").HasKey(n => n.Id));
        Kept kept = new();
        await using ModelContext context = database.Context(options => options.UseLoggerFactory(kept).AddInterceptors(new Refusing()));
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode = 'NO_ZERO_DATE'");
        List<Note> notes = [.. Enumerable.Range(0, 20).Select(i => new Note { Id = 1 + (i / 2) })];

        BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, notes));

        Assert.Equal(1062, failed.ErrorNumber);
        Assert.Contains(kept.Events, each => each.Id == BulkEventId.CleanUpFailed.Id);
    }

    private sealed class Refusing : DbCommandInterceptor
    {
        public override InterceptionResult<int> NonQueryExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<int> result)
            => command.CommandText == "SET SESSION sql_mode='NO_ZERO_DATE'" ? throw new InvalidOperationException("refused by a policy") : result;

        public override ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
            DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
            => new(NonQueryExecuting(command, eventData, result));
    }

    private sealed class Kept : LogListener
    {
        public ConcurrentQueue<EventId> Events { get; } = [];

        public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
            => Events.Enqueue(eventId);
    }

    private sealed class Note
    {
        public int Id { get; set; }
    }
}
