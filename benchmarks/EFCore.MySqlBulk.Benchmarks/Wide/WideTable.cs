using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Clusters;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>The wide rows at one place, and what they should be.</summary>
internal sealed class WideTable
{
    private readonly IReadOnlyList<DbContextOptions<WideContext>> _options;
    private readonly int _partRows;

    private WideTable(BenchPlace place, WidePlan plan)
    {
        Place = place;
        Rows = plan.Rows;
        _partRows = plan.InsertRows;
        _options = [.. place.Members.Select(each => new DbContextOptionsBuilder<WideContext>().UseMySql(each.ConnectionString, each.Version, _ => { }).Options)];
        Expected = new(plan.Rows);
    }

    public BenchPlace Place { get; }

    /// <summary>The rows of the full table. Their keys begin with 1.</summary>
    public int Rows { get; }

    public WideChecksums Expected { get; private set; }

    public int Members => _options.Count;

    /// <summary>Whether all rows are stored.</summary>
    public bool IsFull { get; private set; }

    public static async Task<WideTable> CreateAsync(BenchPlace place, WidePlan plan)
    {
        WideTable table = new(place, plan);
        await using WideContext context = table.Context();
        await context.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        return table;
    }

    /// <summary>A context on one of the servers; the first one is written to.</summary>
    public WideContext Context(int member = 0) => new(_options[member]);

    public async Task EmptyAsync()
    {
        await using BenchContext context = await Place.Primary.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE wide_rows");
        Expected = new(Rows);
        IsFull = false;
        await Place.AppliedAsync();
    }

    /// <summary>Keeps what rows hold that were written, as the entities say.</summary>
    public void Take(IReadOnlyCollection<WideRow> rows, string what)
    {
        if (!Expected.Take(rows))
            throw new WrongOutcomeException($"{what}: a row got a key that is not from 1 to {Rows}.");
    }

    /// <summary>Compares the full table on every server with what was written: all keys from 1 on, and the checksum of all columns for each batch of rows.</summary>
    public async Task VerifyAsync(string what)
    {
        foreach (BenchDatabase member in Place.Members)
            await VerifyAsync(member, what);
        IsFull = true;
    }

    private async Task VerifyAsync(BenchDatabase member, string what)
    {
        await using BenchContext context = await member.OpenAsync();
        await using DbCommand command = context.Command(WideChecksums.Query(_partRows));
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        int parts = 0;
        for (; await reader.ReadAsync(); parts++)
        {
            int part = Convert.ToInt32(reader.GetValue(0), CultureInfo.InvariantCulture);
            long count = reader.GetInt64(1);
            long sum = Convert.ToInt64(reader.GetValue(2), CultureInfo.InvariantCulture);
            if (part != parts || count != Math.Min(_partRows, Rows - (part * _partRows)))
                throw new WrongOutcomeException($"{what}: {count} rows are stored in part {part} on a server of {Place.Name}, where part {parts} of {_partRows} rows should be.");
            if (sum != Expected.SumOf(part, _partRows))
                throw new WrongOutcomeException($"{what}: rows of part {part} are stored with other values on a server of {Place.Name}.");
        }
        if (parts != (Rows + _partRows - 1) / _partRows)
            throw new WrongOutcomeException($"{what}: {parts} parts of {_partRows} rows are stored on a server of {Place.Name} instead of {(Rows + _partRows - 1) / _partRows}.");
    }
}
