using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Microsoft.EntityFrameworkCore;

namespace Web.Tests;

/// <summary>The sample's table, read from the server.</summary>
internal sealed class CitiesTable(string connectionString, ServerVersion version)
{
    // InnoDB refreshes its table of transactions only when nobody has read it for 100 ms: anyone who reads it more often always sees the same contents.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(150);

    public Task<long> CountAsync() => NumberAsync("SELECT COUNT(*) FROM cities");

    /// <summary>Leaves no deleted rows behind: until InnoDB has purged them, inserting one of them again also waits for a city next to it that another
    /// transaction has locked.</summary>
    public Task EmptyAsync() => NumberAsync("TRUNCATE TABLE cities");

    /// <summary>Waits until no transaction is open but the test's own, so that the stored rows no longer change.</summary>
    public async Task AtRestAsync(CancellationToken cancellationToken, int but = 0)
    {
        long started = Stopwatch.GetTimestamp();
        while (await NumberAsync("SELECT COUNT(*) FROM information_schema.innodb_trx") > but)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience.Limit, $"More than {but} transactions are still open after {Patience.Limit}.");
            await Task.Delay(Pause, cancellationToken);
        }
    }

    /// <summary>Locks a city in a separate transaction, so that anyone who inserts the same city waits.</summary>
    public async Task<IAsyncDisposable> HoldAsync(int city)
    {
        DbContext context = Context();
        await context.Database.BeginTransactionAsync();
        await context.Database.ExecuteSqlRawAsync(CityLines.Insert(city));
        return context;
    }

    private async Task<long> NumberAsync(string sql)
    {
        await using DbContext context = Context();
        await context.Database.OpenConnectionAsync();
        await using DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = sql;
        return Convert.ToInt64(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture);
    }

    private DbContext Context() => new(new DbContextOptionsBuilder().UseMySql(connectionString, version).Options);
}
