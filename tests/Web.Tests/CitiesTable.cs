using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Microsoft.EntityFrameworkCore;

namespace Web.Tests;

/// <summary>The table of the sample, as the server has it.</summary>
internal sealed class CitiesTable(string connectionString, ServerVersion version)
{
    // InnoDB fills its table of transactions anew only when nobody has read it for 100 ms: who reads it more often sees the same one for ever.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(150);

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public Task<long> CountAsync() => NumberAsync("SELECT COUNT(*) FROM cities");

    /// <summary>Leaves no deleted rows behind: until InnoDB has purged them, whoever inserts one of them again waits for a city that another
    /// transaction holds next to it, too.</summary>
    public Task EmptyAsync() => NumberAsync("TRUNCATE TABLE cities");

    /// <summary>Waits until no transaction is open, but those that the test holds itself: what is stored then stays.</summary>
    public async Task AtRestAsync(CancellationToken cancellationToken, int but = 0)
    {
        long started = Stopwatch.GetTimestamp();
        while (await NumberAsync("SELECT COUNT(*) FROM information_schema.innodb_trx") > but)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience, $"More than {but} transactions are still open after {Patience}.");
            await Task.Delay(Pause, cancellationToken);
        }
    }

    /// <summary>Holds a city in a transaction of its own: whoever inserts the same one waits.</summary>
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
