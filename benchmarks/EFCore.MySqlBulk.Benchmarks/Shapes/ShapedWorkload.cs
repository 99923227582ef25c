using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>Rows of a shape, inserted into an empty table, or updated or deleted at the start of a filled one. The users that it prepares are what the rows are made from.</summary>
internal sealed class ShapedWorkload<TRow>(string name, BenchDatabase database, ShapedDatabase<TRow> shaped, int tableRows, IReadOnlyList<Technique> techniques) : Workload(database)
    where TRow : ShapedRow
{
    private readonly string _table = shaped.Shape.Table;

    public override string Name => name;

    public override int TableRows => tableRows;

    public override IReadOnlyList<Technique> Techniques => techniques;

    private bool Inserts => tableRows == 0;

    private bool Deletes { get; } = name.StartsWith("delete", StringComparison.Ordinal);

    public override Task LoadAsync() => shaped.LoadAsync(tableRows);

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using ShapedContext context = await shaped.OpenAsync();
        if (Inserts)
            await context.ExecuteAsync($"TRUNCATE TABLE {_table}");
        else if (Deletes)
            await LoadedTable.RestoreAsync(context, _table, shaped.Copy);
        return Inserts ? UserRows.New(count, run) : UserRows.Keyed(count, run);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        await using ShapedContext context = await shaped.OpenAsync();
        await RequireRowsAsync(context, _table, Inserts ? users.Length : Deletes ? tableRows - users.Length : tableRows, technique);
        if (Deletes)
        {
            await RequireFirstKeyAsync(context, _table, users.Length + 1, technique);
            return;
        }
        int at = 0;
        await foreach (TRow stored in context.Set<TRow>().AsNoTracking().OrderBy(row => row.Id).Take(users.Length).AsAsyncEnumerable())
        {
            TRow meant = shaped.Shape.RowOf(users[at]);
            Require(shaped.Shape.ValuesOf(meant).SequenceEqual(shaped.Shape.ValuesOf(stored)), technique, $"row {at} is stored with other values");
            Require(Inserts && !technique.WritesKeys || meant.Id == stored.Id, technique, $"row {at} got the key {meant.Id}, stored is {stored.Id}");
            at++;
        }
    }
}
