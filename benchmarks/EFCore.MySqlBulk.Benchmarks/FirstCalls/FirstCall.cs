using System.Diagnostics;
using System.Text.Json;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks.FirstCalls;

/// <summary>The first calls of a process, which is started for them.</summary>
/// <param name="database">The database. A connection to it has been opened.</param>
/// <param name="way">How rows are inserted.</param>
internal sealed class FirstCall(SavingDatabase database, FirstCallWay way)
{
    /// <summary>The first word of the process's command line; the way follows.</summary>
    public const string Verb = "first-call";

    /// <summary>The environment variable with the connection string, which may hold a password.</summary>
    public const string ConnectionVariable = "MYSQLBULK_FIRST_CALL";

    public const int Rows = 100;

    private const int LaterCalls = 20;

    /// <summary>How many calls insert into each of <see cref="FreshRow.Types" />.</summary>
    public static IReadOnlyList<int> CallsByType { get; } = [1, 1 + LaterCalls];

    /// <summary>Measures, and prints the times.</summary>
    public static async Task RunAsync(string way)
    {
        SavingDatabase database = SavingDatabase.Of(await BenchDatabase.OfAsync(Environment.GetEnvironmentVariable(ConnectionVariable)!));
        Console.WriteLine(JsonSerializer.Serialize(await new FirstCall(database, Enum.Parse<FirstCallWay>(way)).MeasureAsync()));
    }

    private async Task<FirstCallTimes> MeasureAsync()
    {
        double process = await InsertAsync<FreshRow<int>>();
        double type = await InsertAsync<FreshRow<long>>();
        double[] later = new double[LaterCalls];
        for (int i = 0; i < later.Length; i++)
            later[i] = await InsertAsync<FreshRow<long>>();
        return new(process, type, Median.Of(later));
    }

    private async Task<double> InsertAsync<TRow>()
        where TRow : FreshRow, new()
    {
        TRow[] rows = [.. UserRows.New(Rows, run: 1).Select(user => new TRow { Name = user.Name, Age = user.Age, Email = user.Email, Score = user.Score, CreatedAt = user.CreatedAt })];
        long started = Stopwatch.GetTimestamp();
        await using SavingContext context = database.Context(way == FirstCallWay.BulkSaveChanges);
        if (way == FirstCallWay.BulkInsert)
        {
            await context.BulkInsertAsync(rows);
        }
        else
        {
            context.AddRange(rows);
            await context.SaveChangesAsync();
        }

        return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
    }
}
