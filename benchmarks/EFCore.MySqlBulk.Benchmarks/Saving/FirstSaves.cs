using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>The time that the first SaveChanges of an entity type needs and the later ones do not. The model exists already, and a connection has been opened.</summary>
internal sealed class FirstSaves(SavingDatabase database, CancellationToken token)
{
    public const int Rows = 100;

    // Two types for each.
    private const int MostRounds = 6;
    private const int LaterSaves = 20;

    /// <summary>The first round is the first in this process; later ones use entity types that are new in it.</summary>
    public async Task<IReadOnlyList<FirstSaveMeasurement>> MeasureAsync(int? rounds)
    {
        Queue<Type> types = new(FreshRow.Types);
        FirstSavePair first = await PairAsync(types, isBulkFirst: false);
        List<FirstSavePair> later = [];
        for (int round = 1; round < Math.Min(rounds + 1 ?? MostRounds, MostRounds); round++)
            later.Add(await PairAsync(types, isBulkFirst: round % 2 == 1));
        return [FirstSaveMeasurement.Of("of the process", [first]), FirstSaveMeasurement.Of("of an entity type", later)];
    }

    private async Task<FirstSavePair> PairAsync(Queue<Type> types, bool isBulkFirst)
    {
        double one = await ExtraAsync(types.Dequeue(), isBulkFirst);
        double other = await ExtraAsync(types.Dequeue(), !isBulkFirst);
        return isBulkFirst ? new(other, one) : new(one, other);
    }

    private async Task<double> ExtraAsync(Type type, bool isBulk)
    {
        token.ThrowIfCancellationRequested();
        double first = await SaveAsync(type, isBulk);
        double[] later = new double[LaterSaves];
        for (int i = 0; i < later.Length; i++)
            later[i] = await SaveAsync(type, isBulk);
        await VerifyAsync(type, isBulk);
        return first - Median.Of(later);
    }

    private async Task<double> SaveAsync(Type type, bool isBulk)
    {
        object[] rows = [.. UserRows.New(Rows, run: 1).Select(user => RowOf(type, user))];
        await using SavingContext context = database.Context(isBulk);
        context.AddRange(rows);
        long started = Stopwatch.GetTimestamp();
        await context.SaveChangesAsync(token);
        return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
    }

    private async Task VerifyAsync(Type type, bool isBulk)
    {
        const int Saves = LaterSaves + 1;
        await using BenchContext context = await database.Tables.OpenAsync();
        string table = SavingContext.TableOf(type);
        long rows = await context.CountAsync($"SELECT COUNT(*) FROM {table}");
        long ages = await context.CountAsync($"SELECT SUM(Age) FROM {table}");
        if (rows != Rows * Saves || ages != UserRows.New(Rows, run: 1).Sum(user => (long)user.Age) * Saves)
            throw new WrongOutcomeException($"SaveChanges{(isBulk ? " in bulk" : "")}: {table} holds {rows} rows with the ages {ages}");
    }

    private static FreshRow RowOf(Type type, BenchUser user)
    {
        FreshRow row = (FreshRow)Activator.CreateInstance(type)!;
        (row.Name, row.Age, row.Email, row.Score, row.CreatedAt) = (user.Name, user.Age, user.Email, user.Score, user.CreatedAt);
        return row;
    }
}
