using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>Rows of a type with only a generated key.</summary>
[BothServers]
public abstract class KeyOnlyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(3, true)]
    [InlineData(3, false)]
    public async Task They_are_inserted_in_a_transaction_and_outside(int rows, bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Number>().ToTable("numbers"));
        await using ModelContext context = database.Context();
        List<long> keys = [];
        foreach (BulkStrategy? strategy in (BulkStrategy?[])[null, .. EveryStrategy.Inserts.Cast<BulkStrategy?>()])
        {
            keys.AddRange(await InsertAsync(strategy));
            if (strategy == BulkStrategy.PipelinedArrayBatch)
                continue;
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
            keys.AddRange(await InsertAsync(strategy));
            keys.AddRange(await InsertAsync(strategy));
            await transaction.CommitAsync(TestContext.Current.CancellationToken);
        }

        Assert.DoesNotContain(0, keys);
        Assert.Equal(keys.Order(), (await database.QueryAsync("SELECT Id FROM numbers ORDER BY Id")).Select(row => Convert.ToInt64(row[0], CultureInfo.InvariantCulture)));

        async Task<IEnumerable<long>> InsertAsync(BulkStrategy? strategy)
        {
            List<Number> numbers = [.. Enumerable.Range(0, rows).Select(_ => new Number())];
            await context.InsertAsync(isAsync, numbers, new() { Strategy = strategy });
            return numbers.Select(number => number.Id);
        }
    }

    private sealed class Number
    {
        public long Id { get; set; }
    }
}
