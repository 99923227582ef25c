using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Synchronizing;

/// <summary>Reads key and score of every row with the driver's reader: whatever compares a table with a list has to read at least that.</summary>
internal sealed class FullReadTechnique(BenchDatabase database) : Technique(TechniqueKind.Floor)
{
    public override string Name => "full read";

    /// <summary>What the last run has read.</summary>
    public List<(long Id, double Score)> Read { get; private set; } = [];

    public override async Task RunAsync(BenchUser[] users)
    {
        List<(long, double)> read = [];
        await using BenchContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await using DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = "SELECT id, score FROM bench_users";
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            read.Add((reader.GetInt64(0), reader.GetDouble(1)));
        Read = read;
    }
}
