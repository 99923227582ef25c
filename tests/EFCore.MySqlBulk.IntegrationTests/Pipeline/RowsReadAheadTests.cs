using System.Collections;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>While the server runs the statements of a flight, the rows of the next one are already checked and completed. Nothing of it may be seen from outside.</summary>
[BothServers]
public abstract class RowsReadAheadTests(Servers servers, ServerKind kind)
{
    private const int Rows = 12_000;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_refused_row_is_named_although_a_later_one_cannot_be_sent(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(Rows);
        tickets[20].Token = tickets[10].Token;
        tickets[3_000] = null!;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets));

        Assert.Equal((1062, (int?)20), (failure.ErrorNumber, failure.RowIndex));
        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.All(tickets.OfType<Ticket>(), ticket => Assert.Equal(0, ticket.Id));
    }

    [Theory]
    [InlineData(1_199)]
    [InlineData(1_200)]
    [InlineData(1_201)]
    [InlineData(6_000)]
    [InlineData(Rows - 1)]
    public async Task A_row_that_cannot_be_sent_takes_back_those_before_it(int index)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(Rows);
        List<Ticket> withNull = [.. tickets.Take(index), null!, .. tickets.Skip(index + 1)];
        List<Ticket> twice = [.. tickets.Take(index), tickets[10], .. tickets.Skip(index + 1)];

        BulkOperationException missing = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(withNull, cancellationToken: Token));
        BulkOperationException repeated = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(twice, cancellationToken: Token));

        Assert.Equal((index, index), (missing.RowIndex, repeated.RowIndex));
        Assert.Contains("same instance", repeated.Message, StringComparison.Ordinal);
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        Assert.Empty(await Tickets.StoredAsync(database));
        await context.BulkInsertAsync(tickets, cancellationToken: Token);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_several_types_are_all_stored_with_their_keys(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Animal>().ToTable("animals");
            model.Entity<Cat>();
        });
        await using ModelContext context = database.Context();
        List<Animal> animals = [.. Enumerable.Range(0, Rows).Select(n => n % 7 == 0 ? new Cat { Name = $"{n}", Lives = n } : new Animal { Name = $"{n}" })];

        BulkResult inserted = await context.InsertAsync(isAsync, animals);

        Assert.Equal((true, (long)Rows), (inserted.IsPipelined, inserted.RowsInserted));
        await using ModelContext reading = database.Context();
        Dictionary<int, Animal> stored = await reading.Set<Animal>().AsNoTracking().ToDictionaryAsync(animal => animal.Id, Token);
        Assert.Equal(Rows, stored.Count);
        Assert.All(animals, animal => Assert.Equal((animal.GetType(), animal.Name), (stored[animal.Id].GetType(), stored[animal.Id].Name)));
    }

    // The driver would refuse a query while statements are in flight.
    [Fact]
    public async Task Code_of_the_caller_that_queries_the_context_does_not_run_during_a_flight()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Numbered>(numbered =>
        {
            numbered.ToTable("numbered");
            numbered.Property(row => row.Number).HasValueGenerator<QueriedNumber>();
        }));
        await using ModelContext context = database.Context();

        BulkResult generated = await context.BulkInsertAsync(new List<Numbered>(Enumerable.Range(0, 6_000).Select(_ => new Numbered())), cancellationToken: Token);
        BulkResult read = await context.BulkInsertAsync(new QueriedRows(context, 6_000), cancellationToken: Token);

        Assert.Equal((true, true), (generated.IsPipelined, read.IsPipelined));
        Assert.Equal((12_000, 12_000), (await database.CountAsync("SELECT COUNT(*) FROM numbered"), await database.CountAsync("SELECT COUNT(*) FROM numbered WHERE Number = 42")));
    }

    private sealed class Numbered
    {
        public int Id { get; set; }

        public long Number { get; set; }
    }

    private sealed class QueriedNumber : ValueGenerator<long>
    {
        public override bool GeneratesTemporaryValues => false;

        public override long Next(EntityEntry entry) => entry.Context.Database.SqlQueryRaw<long>("SELECT 42 AS Value").Single();
    }

    // Not a list: reading it may run any code.
    private sealed class QueriedRows(DbContext context, int count) : IReadOnlyCollection<Numbered>
    {
        public int Count => count;

        public IEnumerator<Numbered> GetEnumerator()
        {
            for (int i = 0; i < count; i++)
            {
                if (i % 500 == 499)
                    Assert.Equal(42, context.Database.SqlQueryRaw<long>("SELECT 42 AS Value").Single());
                yield return new() { Number = 42 };
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
