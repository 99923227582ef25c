using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Diagnostics;

/// <summary>The context's command interceptors see, and may suppress, every statement that carries rows.</summary>
[BothServers]
public abstract class InterceptorTests(Servers servers, ServerKind kind)
{
    [Theory]
    [ClassData<BulkWays>]
    public async Task Every_statement_with_rows_passes_the_interceptors_in_the_calls_mode(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 25);
        SeenStatements seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));

        BulkResult result = await context.RunAsync(operation, isAsync, tickets, 10, strategy);

        Assert.Equal(strategy == BulkStrategy.RowByRow ? 25 : 3, result.Statements);
        string verb = operation.ToString().ToUpperInvariant();
        Assert.Equal(result.Statements, seen.Executing.Count(statement => statement.Text.Contains(verb + " ", StringComparison.Ordinal)));
        Assert.Equal(seen.Executing, seen.Executed);
        Assert.All(seen.Executing, statement => Assert.Equal(isAsync, statement.IsAsync));
        Assert.Empty(seen.Failed);
    }

    [Theory]
    [ClassData<BulkWays>]
    public async Task A_statement_that_an_interceptor_keeps_back_does_not_reach_the_server(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 20);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        SeenStatements seen = new(suppressedRows: strategy == BulkStrategy.RowByRow ? 1 : 10);
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));

        BulkResult result = operation == Operation.Insert
            ? await context.InsertAsync(isAsync, tickets, new() { BatchRows = 10, Strategy = strategy, ReturnKeys = false })
            : await context.RunAsync(operation, isAsync, tickets, 10, strategy);

        Assert.Equal(20, result.RowsAffected);
        Assert.Equal(before, await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Interceptors_are_told_of_a_refused_statement(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(20);
        tickets[7].Token = 1;
        SeenStatements seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));

        await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { FindFailingRow = false }));

        (string text, bool wasAsync) = Assert.Single(seen.Failed);
        Assert.Contains("INSERT ", text, StringComparison.Ordinal);
        Assert.Equal(isAsync, wasAsync);
        Assert.Empty(await Tickets.StoredAsync(context));
    }
}
